import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  commandLine,
  isOneLine,
  isNewestOfFolder,
  TerminalFiles,
} from '#host/terminal/terminalCommand.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';

describe('the line for a shell', () => {
  it('is words with blanks between', () => {
    assert.equal(commandLine('keen', ['--resume', 'a-1']), 'keen --resume a-1');
    assert.equal(commandLine('fen', []), 'fen');
  });

  it('has paths with blanks and the like in double quotes', () => {
    assert.equal(
      commandLine('pi', ['--session', '/home/jörg/--My Project (2)--/a & b.jsonl']),
      'pi --session "/home/jörg/--My Project (2)--/a & b.jsonl"',
    );
    assert.equal(
      commandLine('agent', ['-config', 'C:\\Users\\me\\agent.yaml']),
      'agent -config "C:\\Users\\me\\agent.yaml"',
    );
  });

  it('has a word in quotes that zsh would take for the name of a program', () => {
    assert.equal(commandLine('pi', ['=ls', 'a=b']), 'pi "=ls" a=b');
  });

  it('is refused where a shell may read more into a word', () => {
    for (const arg of [
      '',
      '$HOME',
      '$(id)',
      '`id`',
      'a"b',
      '%PATH%',
      'hello!',
      'a\nb',
      'a\rb',
      'a\u0000b',
      'a\u2028b',
      'a\u3164b',
      'a\u{e0100}b',
      '\\\\server\\share',
      'ends\\',
      'a\\$b',
      'a*',
      'a?',
      '^a',
      'a|b',
      '<a',
      '>a',
    ]) {
      assert.equal(commandLine('pi', [arg]), undefined, JSON.stringify(arg));
    }
    for (const executable of ['', '-x', '~/x', 'a b', '"a"', 'x;y', '@x']) {
      assert.equal(commandLine(executable, []), undefined, executable);
    }
  });

  it('comes out of a shell as the words that went in', () => {
    const words = fc.array(
      fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc
          .array(
            fc.constantFrom('a', ' ', '/', '\\', '(', '&', ';', "'", '~', '#', '{', ',', 'é'),
            {
              minLength: 1,
              maxLength: 8,
            },
          )
          .map((pieces) => pieces.join('')),
      ),
      { minLength: 1, maxLength: 4 },
    );
    const lines: { readonly line: string; readonly args: readonly string[] }[] = [];
    for (const args of fc.sample(words, { seed: 21, numRuns: 3_000 })) {
      const line = commandLine('show', args);
      if (line !== undefined) {
        lines.push({ line, args });
      }
    }
    assert.ok(lines.length > 100, 'Hardly a line was accepted.');
    const script = [
      `show() { for word in "$@"; do printf '%s\\036' "$word"; done; printf '\\035'; }`,
      ...lines.map(({ line }) => line),
    ].join('\n');
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.deepEqual(
      stdout.split('\u001d').slice(0, -1),
      lines.map(({ args }) => args.map((arg) => `${arg}\u001e`).join('')),
    );
  });

  it('knows what can be typed as one line', () => {
    assert.ok(isOneLine('/resume 01987a10'));
    for (const text of ['', 'a\n', 'a\rb', '\u001b[A', 'a\u0003', 'a\u2028b']) {
      assert.ok(!isOneLine(text), JSON.stringify(text));
    }
  });
});

describe('the newest session of a folder', () => {
  const style = new PathStyle('posix');
  const session = (path: string, updatedAt: number, more: object = {}) => ({
    agent: 'fen',
    path,
    cwd: '/p',
    updatedAt,
    firstUserMessage: 'Hello',
    ...more,
  });
  const changedAt = (times: Readonly<Record<string, number>>) => (path: string) => times[path];

  it('is the newest by its own dates and by its file’s', () => {
    const a = session('/a', 2);
    const b = session('/b', 1, { cwd: '/p/' });
    assert.ok(isNewestOfFolder(a, [a, b], style, changedAt({ '/a': 20, '/b': 10 })));
    assert.ok(!isNewestOfFolder(b, [a, b], style, changedAt({ '/a': 20, '/b': 10 })));
    assert.ok(!isNewestOfFolder(a, [a, b], style, changedAt({ '/a': 10, '/b': 20 })));
    assert.ok(!isNewestOfFolder(a, [a, b], style, changedAt({ '/a': 10, '/b': 10 })));
    assert.ok(!isNewestOfFolder(a, [a, b], style, changedAt({ '/a': 10 })));
  });

  it('is looked for among the same agent’s sessions of the same folder', () => {
    const a = session('/a', 1);
    const others = [session('/b', 2, { agent: 'pi' }), session('/c', 2, { cwd: '/q' })];
    assert.ok(isNewestOfFolder(a, [a, ...others], style, changedAt({ '/a': 1 })));
  });

  it('is one with messages', () => {
    const said = session('/a', 1);
    const empty = session('/b', 2, { firstUserMessage: undefined, isEmpty: true });
    const odd = session('/c', 3, { firstUserMessage: undefined });
    const times = changedAt({ '/a': 1, '/b': 2, '/c': 3 });
    assert.ok(isNewestOfFolder(said, [said, empty], style, times));
    assert.ok(!isNewestOfFolder(empty, [said, empty], style, times));
    assert.ok(!isNewestOfFolder(odd, [said, odd], style, times));
    // It may contain messages that the list does not see.
    assert.ok(!isNewestOfFolder(said, [said, odd], style, times));
  });

  it('is nobody where the folder or its sessions are not known', () => {
    const a = session('/a', 1, { cwd: undefined });
    assert.ok(!isNewestOfFolder(a, [a], style, changedAt({ '/a': 1 })));
    assert.ok(!isNewestOfFolder(session('/a', 1), [], style, changedAt({ '/a': 1 })));
  });
});

describe('files that an agent is started with', () => {
  const question = { key: 'agent.config', extensions: ['yaml'] } as const;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'terminal-files-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('are remembered for an agent, a question and a folder, as long as they are there', async () => {
    const memory = new Map<string, unknown>();
    const files = new TerminalFiles({
      get: (key: string) => memory.get(key) as never,
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    });
    const path = join(folder, 'agent.yaml');
    writeFileSync(path, '');
    assert.equal(files.recall('agent', question, '/p'), undefined);
    await files.remember('agent', question, '/p', path);
    assert.equal(files.recall('agent', question, '/p'), path);
    assert.equal(files.recall('agent', question, '/q'), undefined);
    assert.equal(files.recall('other', question, '/p'), undefined);
    rmSync(path);
    assert.equal(files.recall('agent', question, '/p'), undefined);
  });
});
