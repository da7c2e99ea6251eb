import assert from 'node:assert/strict';
import { shownIn } from '#host/chat/resume/shownChat.ts';

const note = (id: string) => ({
  version: 1,
  kind: 'answered',
  agent: 'keen',
  id,
  path: `/${id}`,
  seen: { bytes: 7 },
});
const turn = (requestId: string, text: string, metadata?: object) => ({
  requestId,
  message: { text, parts: [] },
  response: [{ value: text }],
  result: { timings: {}, metadata },
  agent: { id: 'x' },
});
const exported = (...requests: readonly object[]) =>
  JSON.stringify({ initialLocation: 'panel', requests }, undefined, 2);

describe('A chat as VS Code exports it', () => {
  it('is identified by its last turn’s note', () => {
    const text = exported(
      turn('r1', 'One', { sessionBrowser: note('a'), other: 1 }),
      turn('r2', 'Two', { other: 1, sessionBrowser: note('b') }),
      turn('r3', 'Three'),
    );
    assert.deepEqual(shownIn(text), { firstRequest: 'r1', note: note('b') });
  });

  it('is not identified by its messages', () => {
    const said = `"sessionBrowser": ${JSON.stringify(note('evil'), undefined, 2)}`;
    const ours = turn('r1', said, { sessionBrowser: { ...note('a'), prompt: said } });
    assert.equal(shownIn(exported(ours, turn('r2', said)))?.note.id, 'a');
    assert.equal(shownIn(exported(turn('r1', said))), undefined);
  });

  it('is none of ours without a note of this version', () => {
    assert.equal(shownIn(exported()), undefined);
    assert.equal(shownIn(''), undefined);
    const later = { sessionBrowser: { ...note('a'), version: 2 } };
    assert.equal(shownIn(exported(turn('r1', 'One', later))), undefined);
  });
});
