import assert from 'node:assert/strict';
import type { ChatTurnNote } from '#core/chat/chatMetadata.ts';
import { noteMetadata, readHistory, readNote } from '#host/chat/record/chatHistory.ts';

const ref = { version: 1, agent: 'keen', id: 'a', path: '/a' } as const;

function turns(...notes: readonly (Partial<ChatTurnNote> | undefined)[]) {
  return notes.flatMap((note) => [
    { prompt: 'as drawn' },
    {
      result:
        note === undefined ? {} : { metadata: noteMetadata({ ...ref, kind: 'answered', ...note }) },
    },
  ]);
}

describe('A chat’s memory', () => {
  const said = (history: ReturnType<typeof turns>) =>
    readHistory(history)?.ownTurns.map(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(),
    );

  it('is empty without a turn that names a session', () => {
    assert.equal(readHistory([]), undefined);
    assert.equal(readHistory(turns(undefined)), undefined);
  });

  it('holds the chat’s own turns since the session was drawn or resumed', () => {
    const history = turns({ kind: 'imported' }, { prompt: 'one', answer: '1' }, undefined, {
      prompt: 'two',
      answer: '2',
      seen: { messages: 4, bytes: 9 },
    });
    assert.deepEqual(said(history), ['one', '1', 'two', '2']);
    assert.equal(readHistory(history)?.isNew, false);
    assert.deepEqual(readHistory(history)?.seen, { messages: 4, bytes: 9 });
    assert.equal(readHistory(turns({ kind: 'imported' }))?.isNew, true);
  });

  it('knows the compaction it resumed from before until it has a session of its own', () => {
    const before = '7.0';
    const drawn = { kind: 'imported', before } as const;
    const own = { prompt: 'one', answer: '1', before };
    assert.equal(readHistory(turns(drawn))?.before, before);
    assert.deepEqual(said(turns(drawn, own)), ['one', '1']);
    assert.equal(readHistory(turns(drawn, own))?.before, before);
    assert.equal(readHistory(turns(drawn, { id: 'b', path: '/b' }))?.before, undefined);
    assert.deepEqual(said(turns({ prompt: 'whole', answer: 'w' }, own)), ['one', '1']);
  });

  it('leaves out turns without an answer', () => {
    assert.deepEqual(said(turns({ kind: 'resumed' }, { prompt: 'one', answer: '' })), []);
  });

  it('ends where another session was continued, or this one was resumed again', () => {
    const other = { id: 'b', path: '/b' };
    assert.deepEqual(
      said(turns({ prompt: 'x', answer: 'y' }, { ...other, kind: 'resumed' }, { ...other })),
      [],
    );
    assert.deepEqual(
      said(
        turns(
          { prompt: 'old', answer: 'o' },
          { prompt: 'one', answer: '1', begins: true },
          { prompt: 'two', answer: '2' },
        ),
      ),
      ['one', '1', 'two', '2'],
    );
    assert.deepEqual(readHistory(turns({ ...other, kind: 'resumed' }, {}))?.session?.id, 'a');
  });

  it('takes nothing from metadata that it did not write so', () => {
    for (const metadata of [
      undefined,
      null,
      'x',
      {},
      { sessionBrowser: 1 },
      { sessionBrowser: { ...ref, kind: 'answered', version: 2 } },
      { sessionBrowser: { ...ref, kind: 'answered', path: 5 } },
      { sessionBrowser: { ...ref, kind: 'other' } },
    ]) {
      assert.equal(readNote(metadata), undefined);
    }
    assert.equal(readNote({ sessionBrowser: { ...ref, kind: 'imported', later: 1 } })?.id, 'a');
  });
});
