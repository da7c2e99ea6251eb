import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import ts from 'typescript';
import { CheckoutCopy } from '../support/checkoutCopy.ts';
import { start, stop } from '../vscode/children.mjs';

interface Pattern {
  readonly regexp: string;
  readonly severity?: number;
  readonly message?: number;
  readonly file?: number;
  readonly line?: number;
  readonly column?: number;
}

interface Task {
  readonly label: string;
  readonly type?: string;
  readonly script?: string;
  readonly command?: string;
  readonly isBackground?: boolean;
  readonly dependsOn?: readonly string[];
  readonly problemMatcher:
    | readonly []
    | {
        readonly pattern: readonly Pattern[];
        readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
      };
}

interface Launch {
  readonly name: string;
  readonly program?: string;
  readonly args?: readonly string[];
  readonly preLaunchTask: string;
}

const { tasks } = readJsonc('.vscode/tasks.json') as { tasks: readonly Task[] };
const { configurations } = readJsonc('.vscode/launch.json') as {
  configurations: readonly Launch[];
};
const { scripts } = readJsonc('package.json') as {
  scripts: Readonly<Record<string, string>>;
};

describe('what VS Code runs in a checkout', () => {
  it('are scripts and files that exist', () => {
    const programs = Object.entries(scripts).map(([name, text]) => [name, text] as const);
    const commands = tasks.flatMap(({ label, command }) =>
      command === undefined ? [] : [[label, command] as const],
    );
    for (const [name, text] of [...programs, ...commands]) {
      const [, file] = /^node (\S+)/.exec(text) ?? [];
      // What is built first is not there yet.
      assert.ok(file === undefined || existsSync(file), `${name} runs ${file}.`);
    }
    for (const { label, type, script, command, dependsOn } of tasks) {
      assert.ok(type !== 'npm' || scripts[script ?? ''] !== undefined, label);
      assert.ok(
        [script, command, dependsOn].some((what) => what !== undefined),
        label,
      );
    }
    for (const { name, program, args = [] } of configurations) {
      for (const each of [program ?? '', ...args]) {
        const [, path] = /\$\{workspaceFolder\}\/(?!dist\/)(.+)/.exec(each) ?? [];
        assert.ok(path === undefined || existsSync(path), `${name} names ${path}.`);
      }
    }
  });

  it('waits only for tasks that exist, each with one name', () => {
    const labels = tasks.map(({ label }) => label);
    assert.equal(new Set(labels).size, labels.length);
    const waited = [
      ...configurations.map(({ preLaunchTask }) => preLaunchTask),
      ...tasks.flatMap(({ dependsOn = [] }) => dependsOn),
    ];
    assert.deepEqual(
      waited.filter((label) => !labels.includes(label)),
      [],
    );
  });

  it('knows when a task that somebody waits for has built, if it never ends', () => {
    const waited = new Set([
      ...configurations.map(({ preLaunchTask }) => preLaunchTask),
      ...tasks.flatMap(({ dependsOn = [] }) => dependsOn),
    ]);
    const endless = tasks.filter(({ label, isBackground }) => isBackground && waited.has(label));
    assert.ok(endless.length > 0);
    assert.deepEqual(
      endless.filter(({ problemMatcher }) => !('background' in problemMatcher)),
      [],
    );
  });
});

describe('the problem matcher of the watch task', () => {
  let copy: CheckoutCopy;
  let watch: ChildProcess;
  before(() => {
    copy = new CheckoutCopy();
  });
  after(async () => {
    await stop(watch);
    copy.dispose();
  });

  it('finds the problems of each build in what the watch prints, with all targets in one', async () => {
    const found = tasks.find(({ script }) => script === 'watch')?.problemMatcher;
    assert.ok(found !== undefined && 'background' in found);
    const begins = new RegExp(found.background.beginsPattern);
    const ends = new RegExp(found.background.endsPattern);
    const source = 'src/base/l10n.ts';
    const text = readFileSync(source, 'utf8');
    copy.plant(source, `${text}import './nowhere.ts';\n`);
    // Two targets with that source.
    const args = ['esbuild.mjs', '--watch', '--only=secrets,panels'];
    watch = start(process.execPath, args, { cwd: copy.root });
    const lines: AsyncIterator<string, undefined> = createInterface({
      input: watch.stdout!,
    })[Symbol.asyncIterator]();
    const build = async (): Promise<readonly string[]> => {
      const printed: string[] = [];
      for (;;) {
        const { value } = await lines.next();
        assert.ok(value !== undefined, printed.join('\n'));
        printed.push(value);
        if (ends.test(value)) {
          return printed;
        }
      }
    };

    const failed = await build();
    assert.match(failed[0] ?? '', begins);
    const line = text.split('\n').length;
    assert.deepEqual(problemsIn(failed, found.pattern), [
      {
        severity: 'ERROR',
        message: 'Could not resolve "./nowhere.ts"',
        file: source,
        line: String(line),
        column: '7',
      },
    ]);
    copy.plant(source, text);
    // The targets may begin one after the other.
    let mended = await build();
    assert.match(mended[0] ?? '', begins);
    while (!mended.at(-1)?.endsWith('finished')) {
      mended = await build();
    }
    assert.deepEqual(problemsIn(mended, found.pattern), []);
  });
});

/** As VS Code reads a task’s output: consecutive lines, each of which matches its pattern. */
function problemsIn(
  lines: readonly string[],
  patterns: readonly Pattern[],
): readonly Readonly<Record<string, string | undefined>>[] {
  return lines.flatMap((_line, at) => {
    const matches = patterns.map(({ regexp }, index) =>
      new RegExp(regexp).exec(lines[at + index] ?? '(none)'),
    );
    if (matches.includes(null)) {
      return [];
    }
    const groups = patterns.flatMap(({ regexp: _regexp, ...names }, index) =>
      Object.entries(names).map(([name, group]) => [name, matches[index]?.[group]] as const),
    );
    return [Object.fromEntries(groups)];
  });
}

function readJsonc(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  const read: { config?: unknown; error?: ts.Diagnostic } = ts.parseConfigFileTextToJson(
    basename(path),
    text,
  );
  assert.equal(read.error, undefined, path);
  return read.config;
}
