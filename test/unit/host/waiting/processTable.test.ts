import assert from 'node:assert/strict';
import {
  allProcesses,
  ancestors,
  isProgram,
  procLine,
  programOf,
  psTable,
  windowsTable,
} from '#host/waiting/processTable.ts';

describe('the processes of a machine', () => {
  it('are read from what Linux says of each', () => {
    assert.deepEqual(procLine('42 (a (b) c) S 7 42 42 0 -1', 'node\0/opt/x y.js\0'), {
      pid: 42,
      parent: 7,
      words: ['node', '/opt/x y.js'],
    });
    assert.deepEqual(procLine('2 (kthreadd) S 0 0 0', '')?.words, ['kthreadd']);
    assert.equal(procLine('', ''), undefined);
  });

  it('are read from what ps prints on macOS', () => {
    const text =
      '    1     0 /sbin/launchd\n  501   400 -zsh\n60123 501 node /opt/homebrew/bin/codex resume\n\n';
    assert.deepEqual(
      psTable(text).map(({ pid, parent, words }) => [pid, parent, words.length]),
      [
        [1, 0, 1],
        [501, 400, 1],
        [60123, 501, 3],
      ],
    );
  });

  it('are read from the JSON of Windows', () => {
    const row = (pid: number, line: string | null) => ({
      ProcessId: pid,
      ParentProcessId: 4,
      Name: 'claude.exe',
      CommandLine: line,
    });
    const text = JSON.stringify([
      row(8, '"C:\\Program Files\\claude.exe" --resume a'),
      row(9, null),
    ]);
    assert.deepEqual(windowsTable(text), [
      { pid: 8, parent: 4, words: ['C:\\Program Files\\claude.exe', '--resume', 'a'] },
      { pid: 9, parent: 4, words: ['claude.exe'] },
    ]);
    assert.equal(windowsTable(JSON.stringify(row(8, 'x'))).length, 1);
    assert.deepEqual(windowsTable('Access denied'), []);
  });

  it('have this one among them, below its parent', async () => {
    const table = await allProcesses();
    assert.deepEqual(ancestors(table, process.pid).slice(0, 2), [process.pid, process.ppid]);
  });

  it('do not go in a circle', () => {
    const line = (pid: number, parent: number) => ({ pid, parent, words: [] });
    assert.deepEqual(ancestors([line(1, 2), line(2, 1)], 1), [1, 2]);
  });

  it('are called by the program that they run', () => {
    const called = (...words: readonly string[]) => ({ pid: 1, parent: 0, words });
    assert.equal(programOf(called('/usr/bin/node', '--no-warnings', '/opt/bin/codex.js')), 'codex');
    assert.equal(programOf(called('-zsh')), '-zsh');
    assert.ok(isProgram(called('C:\\bin\\claude.exe'), 'claude'));
    assert.ok(isProgram(called('node', '/lib/node_modules/@github/copilot/index.js'), 'copilot'));
    assert.ok(!isProgram(called('vim', 'claude'), 'claude'));
    assert.ok(!isProgram(called('node', 'server.js', 'claude'), 'claude'));
  });
});
