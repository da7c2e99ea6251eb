import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adapters } from '#agents/registry.ts';
import { parseRowId } from '#core/rows/rowId.ts';
import { formatSessionLink, readSessionLink } from '#agents/sessionLink.ts';
import { runs } from '../../support/full.ts';

const to = { scheme: 'vscode', extension: 'session-browser.session-browser' };

/** As VS Code hands a link over: its query decoded once. */
function handed(link: string) {
  const { pathname, search } = new URL(link);
  return { path: pathname, query: decodeURIComponent(search.slice(1)) };
}

describe('a link to a session', () => {
  it('names the agent, the session and the row, and no path', () => {
    const link = formatSessionLink({ agent: 'keen', id: '0199a7c2-5b1e', rowId: '12.3' }, to);
    assert.equal(
      link,
      'vscode://session-browser.session-browser/open?agent=keen&session=0199a7c2-5b1e&row=12.3',
    );
    assert.deepEqual(readSessionLink(handed(link)), {
      agent: 'keen',
      id: '0199a7c2-5b1e',
      rowId: '12.3',
    });
    assert.deepEqual(readSessionLink({ path: '/open', query: 'agent=pi&session=a' }), {
      agent: 'pi',
      id: 'a',
    });
  });

  it('brings back whatever ID an agent may use', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(...Array.from('\\/&=%#?+\0\n\u202e'), '\\u', 'd800', '00e9'),
    );
    const id = fc.array(unit, { minLength: 1, maxLength: 60 }).map((units) => units.join(''));
    const agent = fc.constantFrom(...adapters.map(({ id: name }) => name));
    const rowId = fc.constantFrom(undefined, '1.0', '12.b', '7.p3');
    fc.assert(
      fc.property(agent, id, rowId, (ofAgent, text, row) => {
        const target = { agent: ofAgent, id: text, ...(row === undefined ? {} : { rowId: row }) };
        assert.deepEqual(readSessionLink(handed(formatSessionLink(target, to))), target);
      }),
    );
  });

  it('is an address, and tells IDs apart that differ in half a character', () => {
    const ids = ['a\ud800b', 'a\ud801b', 'a\ufffdb', 'a\udc00', '\udc00\ud800', '😀', '\\ud83d'];
    const links = ids.map((id) => formatSessionLink({ agent: 'codex', id }, to));
    assert.equal(new Set(links).size, ids.length);
    for (const [place, link] of links.entries()) {
      assert.match(link, /^[\w:/.?&=%-]+$/);
      assert.equal(readSessionLink(handed(link))?.id, ids[place]);
    }
  });

  it('is refused if anything in it is not as it should be', () => {
    const id = 'session=a';
    for (const [path, query] of [
      ['/', `agent=keen&${id}`],
      ['/open/', `agent=keen&${id}`],
      ['/open/../open', `agent=keen&${id}`],
      ['/open', ''],
      ['/open', id],
      ['/open', 'agent=keen'],
      ['/open', 'agent=keen&session='],
      ['/open', `agent=nobody&${id}`],
      ['/open', `agent=constructor&${id}`],
      ['/open', `agent=keen&agent=pi&${id}`],
      ['/open', `agent=keen&${id}&${id}`],
      ['/open', 'agent=keen&session=../../etc/passwd'],
      ['/open', 'agent=keen&session=..%5C..%5Cx'],
      ['/open', 'agent=keen&session=a%5Cu00'],
      ['/open', 'agent=keen&session=a%00b'],
      ['/open', 'agent=keen&session=a%E2%80%AEb'],
      ['/open', `agent=keen&session=${'a'.repeat(513)}`],
      ['/open', `agent=keen&${id}&row=`],
      ['/open', `agent=keen&${id}&row=x`],
      ['/open', `agent=keen&${id}&row=1.0&row=2.0`],
      ['/open', `agent=keen&${id}&row=1.0%22`],
      ['/open', `agent=keen&${id}&${'x'.repeat(2_100)}`],
    ] as const) {
      assert.equal(readSessionLink({ path, query }), undefined, `${path}?${query}`);
    }
  });

  it('gives nothing but known agents, comparable IDs and rows, whatever is handed over', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('agent=keen', 'session=a', 'row=1.0', '&', '=', '%', '%25', '../', '\0'),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('/open', '/', ''), (pieces, path) => {
        const target = readSessionLink({ path, query: pieces.join('') });
        if (target !== undefined) {
          assert.equal(path, '/open');
          assert.ok(adapters.some(({ id }) => id === target.agent));
          assert.match(target.id, /^[^]{1,512}$/);
          assert.deepEqual(readSessionLink(handed(formatSessionLink(target, to))), target);
          assert.ok(target.rowId === undefined || parseRowId(target.rowId) !== undefined);
        }
      }),
      { numRuns: runs(1_000) },
    );
  });
});
