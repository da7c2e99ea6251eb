import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';

const config = 'oxlint.config.mjs';
/** Rules of our own. */
const rules = 'test/lint';
const answer = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string().optional(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

/**
 * Lints planted files by the checkout's rules, as far as they need no types.
 *
 * @param texts by path.
 * @returns the lines of a file that violate one rule, such as `eslint(eqeqeq)`.
 */
export function plantedLint(
  texts: Readonly<Record<string, string>>,
): (rule: string, path: string) => readonly number[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-lint-')));
  cpSync(config, join(root, config));
  cpSync(rules, join(root, rules), { recursive: true });
  for (const [path, text] of Object.entries(texts)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json'],
    { cwd: root, encoding: 'utf8' },
  );
  rmSync(root, { recursive: true });
  assert.ok(stdout.startsWith('{'), stdout + stderr);
  const { diagnostics } = answer.parse(JSON.parse(stdout));
  return (rule, path) =>
    diagnostics
      .filter(({ code, filename }) => code === rule && filename === path)
      .flatMap(({ labels }) => labels.slice(0, 1).map(({ span }) => span.line))
      .sort((a, b) => a - b);
}
