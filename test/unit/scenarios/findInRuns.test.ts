import assert from 'node:assert/strict';
import { findAll } from '../store/support/findAll.ts';
import { startLine, turnLine, userLine } from '../store/support/keenStore.ts';
import { opened } from '../store/support/openedSession.ts';

describe('what a run of work contains', () => {
  it('is found in the entry of the run, and in its own once the run is open', async () => {
    const edit = { name: 'edit_file', input: { path: 'needle.ts' } };
    const items = [
      { kind: 'reasoning', content: 'Needle in thought' },
      { kind: 'bash', bash: { command: 'find needle', output: '' } },
      { kind: 'tool_start', tool_start: edit },
      {
        kind: 'diff',
        diff: { lines: [{ Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: 'needle' }] },
      },
      { kind: 'tool_end', tool_end: edit },
    ];
    const { reader } = opened(
      startLine('a') + userLine(2, 'The needle') + turnLine(3, 'A needle.', items),
    );
    await reader.indexAll();
    const query = { query: 'needle', matchCase: false, wholeWord: false, regex: false } as const;
    const all = await findAll(reader, { filter: 'all', ...query });
    assert.deepEqual(
      [all.matches, all.counts],
      [
        [0, 1, 2, 3, 4],
        [1, 1, 1, 2, 1],
      ],
    );
    const closed = await findAll(reader, { filter: 'skim', ...query });
    assert.deepEqual(
      [closed.matches, closed.counts],
      [
        [0, 1, 2],
        [1, 4, 1],
      ],
    );
    const open = await findAll(reader, { filter: 'skim', opened: ['3.0r'], ...query });
    assert.deepEqual(
      [open.matches, open.counts],
      [
        [0, 2, 3, 4, 5],
        [1, 1, 1, 2, 1],
      ],
    );
  });
});
