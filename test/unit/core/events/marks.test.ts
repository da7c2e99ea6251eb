import assert from 'node:assert/strict';
import { changedMarks, marked, tagsIn } from '#core/events/marks.ts';
import { session } from '../../host/list/catalogSetUp.ts';

const of = { agent: 'keen', id: '1' };

describe('marks of a session', () => {
  it('keep what a change does not name, and lose what is empty', () => {
    const all = changedMarks(
      {},
      { ...of, title: 'Mine', isPinned: true, tags: ['a', 'b', 'a'], note: 'Look' },
    );
    assert.deepEqual(all, { title: 'Mine', isPinned: true, tags: ['a', 'b'], note: 'Look' });
    assert.deepEqual(changedMarks(all, { ...of, title: '', tags: [], isPinned: false }), {
      note: 'Look',
    });
    assert.equal(changedMarks({ note: 'Look' }, { ...of, note: '' }), undefined);
  });

  it('put a title before the session’s own name, and nothing else', () => {
    const named = { ...session('a', 1), name: 'Its own' };
    assert.equal(marked(named, { title: 'Mine' }).name, 'Mine');
    assert.equal(marked(named, { isPinned: true }).name, 'Its own');
  });

  it('take tags as people write them', () => {
    assert.deepEqual(tagsIn(' #bug, later;bug  ##x '), ['bug', 'later', 'x']);
    assert.deepEqual(tagsIn(' , # '), []);
  });
});
