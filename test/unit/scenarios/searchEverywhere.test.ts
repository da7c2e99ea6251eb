import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '#core/rows/row.ts';
import { textsOfRow } from '#core/rows/rowTexts.ts';
import { textSearch } from '#core/search/textSearch.ts';
import type { TextQuery } from '#core/search/textSearch.ts';
import { noLimits } from '#core/text/longText.ts';
import type { SessionHits } from '#protocol/search.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { fixtureFiles, fixturesFolder } from '../../support/fixtures.ts';
import { adaptersOfLogs } from '../../support/opencodeRecords.ts';
import { Random } from '../../support/random.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

/** Kinds of rows with words of ours, which no agent stored. */
const ownWords = new Set(['problem', 'notice', 'unknown', 'branch', 'compaction', 'error']);

/** All fixtures as sessions of one store, and the rows of each. */
async function allSessions() {
  const disk = new MemoryFileSystem();
  const store = new SessionStore({
    fileSystem: disk,
    adapters: adaptersOfLogs,
    environment: { home: '/home/user', platform: 'posix', variables: {} },
    onFault: (fault) => {
      throw fault;
    },
  });
  const sessions = new Map<string, readonly Row[]>();
  for (const { id } of adaptersOfLogs) {
    const logs = fixtureFiles(id).map(({ name, bytes }) => ({ file: `${name}.jsonl`, bytes }));
    for (const { file, bytes } of [...logs, ...(id === 'gemini' ? documents() : [])]) {
      const path = `/chosen/${id}/${file}`;
      disk.put(path, bytes);
      try {
        store.choose(path);
      } catch {
        // Nothing in it identifies its agent, so it cannot be opened.
        continue;
      }
      const reader = await store.whole(path);
      const { rows } = reader.state();
      sessions.set(path, reader.rows('all', 0, rows, noLimits).rows);
    }
  }
  const search = async (text: TextQuery) => {
    const found = new Map<string, SessionHits>();
    const paths = [...sessions.keys()];
    const end = await searchSessions(
      store,
      { text, rows: '', paths, most: Infinity, mostOfSession: Infinity },
      (part) => {
        part.sessions.forEach((hits) => found.set(hits.path, hits));
        return Promise.resolve();
      },
    );
    assert.deepEqual(end, { looked: paths.length, unread: 0 });
    return found;
  };
  return { sessions, search };
}

function documents() {
  const folder = join(fixturesFolder('gemini'), 'documents');
  return readdirSync(folder).map((file) => ({ file, bytes: readFileSync(join(folder, file)) }));
}

/** Reference result: matches of each row that has any. */
function matchesIn(rows: readonly Row[], query: TextQuery) {
  const search = textSearch(query);
  return rows.flatMap((row) => {
    const matches = textsOfRow(row).reduce((sum, one) => sum + search(one).length, 0);
    return matches === 0 ? [] : [{ row, matches }];
  });
}

function timeOf(row: Row): number | undefined {
  return row.kind === 'problem' || row.kind === 'branch' ? undefined : row.time;
}

describe('searching the sessions of all agents', () => {
  it('finds what a plain search over the rows of every session finds', async () => {
    const { sessions, search } = await allSessions();
    const random = new Random(16);
    // pi's note on truncated output is its reader's text, in a row kind too common to parse
    // every row.
    const texts = [...sessions.values()]
      .flat()
      .flatMap(textsOfRow)
      .filter((text) => text !== '' && !text.includes('Full output:'));
    const swapped = (text: string) =>
      text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
    const samples = Array.from({ length: 30 }, () => {
      const text = texts[random.below(texts.length)] ?? '';
      const start = random.below(text.length);
      return text.slice(start, start + 1 + random.below(14));
    });
    const special = [
      'ü',
      'Größe',
      'привет',
      'ΣΊΣΥΦΟΣ',
      '日本',
      '😀',
      '\\n',
      '\\u00e4',
      '/',
      'a\nb',
      '"',
    ];
    let found = 0;
    for (const sample of [...special, ...samples]) {
      for (const options of [
        { matchCase: true, wholeWord: false, regex: false },
        { matchCase: false, wholeWord: random.below(4) === 0, regex: false },
      ]) {
        const isLone = /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(sample);
        if (isLone || sample.trim() === '') {
          continue;
        }
        const query = options.matchCase ? sample : swapped(sample);
        const text = { query, ...options };
        const results = await search(text);
        for (const [path, rows] of sessions) {
          const wanted = matchesIn(rows, text);
          const hits = results.get(path);
          if (hits === undefined) {
            const missed = wanted.filter(({ row }) => !ownWords.has(row.kind));
            assert.deepEqual(missed, [], `${path}: ${JSON.stringify(text)}`);
          } else {
            assert.deepEqual(
              hits.hits.map(({ rowId, kind, time, matches }) => [rowId, kind, time, matches]),
              wanted.map(({ row, matches }) => [row.id, row.kind, timeOf(row), matches]),
              `${path}: ${JSON.stringify(text)}`,
            );
            found += hits.rows;
          }
        }
      }
    }
    assert.ok(found > 500, `only ${found} rows`);
  });
});
