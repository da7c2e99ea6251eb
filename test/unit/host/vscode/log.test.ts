import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import { createLog, formatLine, shortenHome } from '#host/vscode/log.ts';

describe('the log', () => {
  it('writes area, words and values', () => {
    assert.equal(
      formatLine('catalog', 'scanned', { folders: 2, sessions: 10, missing: undefined }),
      '[catalog] scanned, folders=2, sessions=10',
    );
  });

  it('writes the home folder as ~, but no other folder with the same prefix', () => {
    assert.equal(shortenHome('/home/ann/.keen /home/anna', '/home/ann'), '~/.keen /home/anna');
    assert.equal(shortenHome('C:\\Users\\Ann\\x', 'C:\\Users\\Ann'), '~\\x');
    assert.equal(shortenHome('/a', '/'), '/a');
    assert.equal(shortenHome('/a', ''), '/a');
  });

  it('writes an error with its stack', () => {
    const lines: string[] = [];
    const channel = { error: (line: string) => lines.push(line) } as unknown as LogOutputChannel;
    const error = new Error('broken');
    error.stack = 'Error: broken\n    at /home/ann/x.js';
    createLog(channel, '/home/ann').error('tree', 'failed', error, { path: '/home/ann/a.jsonl' });
    assert.deepEqual(lines, ['[tree] failed, path=~/a.jsonl\nError: broken\n    at ~/x.js']);
  });
});
