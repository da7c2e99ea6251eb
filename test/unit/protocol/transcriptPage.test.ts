import assert from 'node:assert/strict';
import type { Row } from '#core/rows/row.ts';
import { transcriptPage } from '#protocol/transcriptPage.ts';

const session = {
  agent: 'keen',
  id: 'id-1',
  path: '/log.jsonl',
  cwd: undefined,
  createdAt: undefined,
  updatedAt: 0,
  firstUserMessage: 'Look',
  size: 1,
};
const source = { line: 7, offset: 100, length: 10 };
const long = (text: string, length = text.length) => ({ text, length, lines: 1 });
const rowOf = (row: Row) => transcriptPage({ session, start: 0, total: 1, rows: [row] }).rows[0];

describe('A page of a transcript', () => {
  it('says whose it is, and which part', () => {
    const page = transcriptPage({ session, start: 5, total: 9, rows: [] });
    assert.deepEqual(page, {
      format: 'session-browser.transcript',
      version: 1,
      session: {
        agent: 'keen',
        id: 'id-1',
        path: '/log.jsonl',
        updated: '1970-01-01T00:00:00.000Z',
        title: 'Look',
      },
      start: 5,
      total: 9,
      rows: [],
    });
  });

  it('has rows with nothing in them that is not known, and says how long a cut text is', () => {
    assert.deepEqual(
      rowOf({
        kind: 'tool',
        id: '7.1',
        source,
        time: 1,
        name: 'read',
        title: 'a.ts',
        state: 'done',
        input: long('{}'),
        output: long('beginning', 100_000),
        error: undefined,
        durationNs: 2_500_000,
      }),
      {
        kind: 'tool',
        id: '7.1',
        line: 7,
        time: '1970-01-01T00:00:00.001Z',
        name: 'read',
        title: 'a.ts',
        state: 'done',
        input: { text: '{}', length: 2 },
        output: { text: 'beginning', length: 100_000 },
        durationMs: 2.5,
      },
    );
    assert.deepEqual(rowOf({ kind: 'interruption', id: '7.2', source }), {
      kind: 'interruption',
      id: '7.2',
      line: 7,
    });
  });

  it('counts the branches that are not given', () => {
    const branch = { leaf: 1, preview: '', entries: 1 };
    const branches = [
      { ...branch, shown: true },
      { ...branch, shown: false },
      { ...branch, shown: false },
    ];
    assert.deepEqual(rowOf({ kind: 'branch', id: '7.0', source, branches }), {
      kind: 'branch',
      id: '7.0',
      line: 7,
      branches: 2,
    });
    const many = rowOf({ kind: 'branch', id: '7.0', source, branches, unlisted: 40 });
    assert.deepEqual(many, { kind: 'branch', id: '7.0', line: 7, branches: 42 });
  });
});
