import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextQuery } from '#core/search/textSearch.ts';
import { textsOfRow } from '#core/rows/rowTexts.ts';
import { noLimits } from '#core/text/longText.ts';
import type { RowFilter } from '#protocol/pages/page.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { findAll } from '../store/support/findAll.ts';
import {
  compactionLine,
  keenStore,
  line,
  logPath,
  startLine,
  turnLine,
  userLine,
} from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { runs } from '../../support/full.ts';

const path = logPath('a');
const filters: readonly RowFilter[] = ['all', 'prompts', 'dialogue', 'trouble'];

const text = fc.constantFrom('One', 'two ünï', '日本 😀', 'quote " and \\', '', 'l\ni\nn\nes');
const item = fc.oneof(
  text.map((content) => ({ kind: 'text', content })),
  text.map((content) => ({ kind: 'reasoning', content })),
  fc.constantFrom(
    { kind: 'tool_start', tool_start: { name: 'grep', input: { pattern: 'x' } } },
    { kind: 'tool_end', tool_end: { name: 'grep', output: 'found', duration_ns: 5 } },
    { kind: 'bash', bash: { command: 'ls', output: 'a.go\n' } },
  ),
);
const seq = fc.integer({ min: 1, max: 8 });
const logLine = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(seq, text).map(([n, content]) => userLine(n, content)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(seq, text, fc.array(item, { maxLength: 4 }))
      .map(([n, answer, items]) => turnLine(n, answer, items)),
  },
  { weight: 1, arbitrary: fc.tuple(seq, text).map(([n, summary]) => compactionLine(n, summary)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      line({ seq: 3, kind: 'tool_start', payload: { name: 'glob', input: {} } }),
      line({ seq: 4, kind: 'tool_end', payload: { name: 'glob', output: 'ok' } }),
      line({ seq: 5, kind: 'new_kind', new_kind: { a: 1 } }),
      startLine('again'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\n',
      '   \n',
      '{"seq":\n',
      '[1]\n',
      '{}\r\n',
      '\uFEFF{"seq":2,"kind":"user_message","user_message":{"content":"bom"}}\n',
      '\0\0{"seq":9,"kind":"user_message","user_message":{"content":"nul"}}\n',
      '{"seq":1,"kind":"user_message","user_message":{"content":"j"}}{"seq":2}\n',
    ),
  },
);
const log = fc
  .tuple(fc.array(logLine, { maxLength: 10 }), fc.nat(30))
  // Some logs end within a line, some only lack the last line feed.
  .map(([lines, cut]) => {
    const bytes = Buffer.from(startLine('a') + lines.join(''));
    return bytes.subarray(0, bytes.length - (cut > 20 ? cut : cut % 2));
  });

/** Every query of an open session. */
async function view(store: SessionStore) {
  const reader = store.reader(path);
  // Only the modification time depends on how the log was created.
  const state = { ...(await reader.indexAll()), updatedAt: 0 };
  const found = await Promise.all(
    ['one', '本', 'quote " and', 'found', 'es', 'a'].map((query) =>
      findAll(reader, { filter: 'all', query, matchCase: false }),
    ),
  );
  const { messages, compactions } = await conversationOf(store, path);
  return {
    state,
    pages: filters.map((filter) => reader.rows(filter, 0, 500, noLimits)),
    outline: reader.outline(0, 500),
    messages: reader.messages(0, 500).messages,
    problems: reader.problems(0, 500),
    found,
    conversation: { messages, compactions },
  };
}

describe('reading a log', () => {
  it('gives the same however the log grew and however often one looked', async () => {
    await fc.assert(
      fc.asyncProperty(
        log,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (bytes, places) => {
          const cuts = places
            .map((place) => Math.floor(place * bytes.length))
            .sort((a, b) => a - b);
          const disk = new MemoryFileSystem();
          disk.put(path, bytes.subarray(0, cuts[0] ?? bytes.length));
          const grown = keenStore(disk);
          grown.open(path);
          cuts.forEach((cut, index) => {
            disk.append(path, bytes.subarray(cut, cuts[index + 1] ?? bytes.length));
            // Intermediate reads must not leave anything stale.
            for (const filter of filters) {
              grown.reader(path).rows(filter, 0, 3);
            }
            grown.reader(path).outline(0, 3);
            grown.reader(path).messages(0, 3);
            grown.reader(path).refresh();
          });

          const still = new MemoryFileSystem();
          still.put(path, bytes);
          const whole = keenStore(still);
          whole.open(path);
          assert.deepEqual(await view(grown), await view(whole));
          assert.equal(disk.work.opened, disk.work.closed);
        },
      ),
      { seed: 2026, numRuns: runs(400) },
    );
  });

  it('gives the same conversation from its last compaction as from the start', async () => {
    await fc.assert(
      fc.asyncProperty(log, async (bytes) => {
        const disk = new MemoryFileSystem();
        disk.put(path, bytes);
        const closed = await conversationOf(keenStore(disk), path);
        const store = keenStore(disk);
        store.open(path);
        assert.deepEqual(await conversationOf(store, path), closed);
        assert.deepEqual(store.reader(path).messages(0, 500).messages, closed.messages);
      }),
      { seed: 2026, numRuns: runs(300) },
    );
  });

  it('finds exactly the rows whose text holds the query', async () => {
    const query = fc.oneof(
      fc.constantFrom('ü', 'ÜN', '日', '😀', 'pattern: x', '"', '\\', 'a.go', 'NUL', 'e s', 'kind'),
      fc.string({ minLength: 1, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(log, query, fc.boolean(), async (bytes, wanted, matchCase) => {
        const disk = new MemoryFileSystem();
        disk.put(path, bytes);
        const store = keenStore(disk);
        store.open(path);
        const reader = store.reader(path);
        const { rows } = reader.rows('all', 0, 500, noLimits);
        const { matches } = await findAll(reader, { filter: 'all', query: wanted, matchCase });
        const fold = (value: string) => (matchCase ? value : value.toLowerCase());
        const expected = rows.flatMap((row, index) =>
          shown(row).some((value) => fold(value).includes(fold(wanted))) ? [index] : [],
        );
        assert.deepEqual(matches, expected);
      }),
      { seed: 2026, numRuns: runs(400) },
    );
  });

  it('counts what a plain search over the texts of the rows counts', async () => {
    const options = fc.record({
      query: fc.oneof(
        fc.constantFrom('a', 'found', 'e', 'one', 'kind', 'pattern: x', 'ün', '"', 'a.go'),
        fc.constantFrom(...[String.raw`\w+`, '[a-g]{2}', '^.', 'e$', 'a|日', String.raw`\bk`]),
        fc.constantFrom(...['pattern: .', '(?<=t)e', 'o.*', String.raw`\s`, '(?:fo|fou)nd?']),
      ),
      matchCase: fc.boolean(),
      wholeWord: fc.boolean(),
      regex: fc.boolean(),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(log, options, async (bytes, wanted) => {
        const disk = new MemoryFileSystem();
        disk.put(path, bytes);
        const store = keenStore(disk);
        store.open(path);
        const reader = store.reader(path);
        const { rows } = reader.rows('all', 0, 500, noLimits);
        const { matches, counts } = await findAll(reader, { filter: 'all', ...wanted });
        const expected = rows.flatMap((row, index) => {
          const count = textsOfRow(row).reduce((sum, text) => sum + countIn(text, wanted), 0);
          return count === 0 ? [] : [[index, count]];
        });
        found += matches.length;
        assert.deepEqual(
          matches.map((row, at) => [row, counts[at]]),
          expected,
        );
      }),
      { seed: 2026, numRuns: 600 },
    );
    assert.ok(found > 300, `only ${found} rows`);
  });
});

/** Matches in a text, line by line, found by the engine’s own expressions. */
function countIn(text: string, { query, matchCase, wholeWord, regex }: TextQuery): number {
  const source = regex ? query : query.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const separator = /[`~!@#$%^&*()\-=+[{\]}\\|;:'",.<>/? \t]/;
  const isBorder = (outside: string, inside: string) =>
    outside === '' || separator.test(outside) || separator.test(inside);
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line) =>
      [...line.matchAll(new RegExp(source, matchCase ? 'gmu' : 'gimu'))].filter(
        ({ index, 0: match }) =>
          match !== '' &&
          (!wholeWord ||
            (isBorder(line.charAt(index - 1), match.charAt(0)) &&
              isBorder(line.charAt(index + match.length), match.slice(-1)))),
      ),
    ).length;
}

/** A row's user-facing texts, distinguished from metadata by property name. */
function shown(row: object): string[] {
  const hidden = new Set(['id', 'kind', 'state', 'trigger', 'source', 'title', 'code', 'severity']);
  return Object.entries(row).flatMap(([name, value]): string[] => {
    if (hidden.has(name)) {
      return [];
    }
    if (typeof value === 'string') {
      return [value];
    }
    return typeof value === 'object' && value !== null ? shown(value as object) : [];
  });
}
