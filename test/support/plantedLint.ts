import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';

const config = 'oxlint.config.mjs';
const answer = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string().optional(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

/** Lints planted files by the checkout's rules, as far as they need no types. */
export class PlantedLint {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-lint-')));

  constructor() {
    cpSync(config, join(this.#root, config));
  }

  /** Lines of a planted file that violate one rule, such as `eslint(eqeqeq)`. */
  linesAgainst(rule: string, path: string, text: string): readonly number[] {
    const file = join(this.#root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [resolve('node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json', path],
      { cwd: this.#root, encoding: 'utf8' },
    );
    assert.ok(stdout.startsWith('{'), stdout + stderr);
    const { diagnostics } = answer.parse(JSON.parse(stdout));
    return diagnostics
      .filter(({ code }) => code === rule)
      .flatMap(({ labels }) => labels.slice(0, 1).map(({ span }) => span.line));
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
