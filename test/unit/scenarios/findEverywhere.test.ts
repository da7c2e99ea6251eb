import assert from 'node:assert/strict';
import type { Row } from '#core/rows/row.ts';
import { noLimits } from '#core/text/longText.ts';
import { textsOfRow } from '#core/rows/rowTexts.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { adaptersOfLogs } from '../../support/opencodeRecords.ts';
import { Random } from '../../support/random.ts';
import { findAll } from '../store/support/findAll.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const path = '/chosen/log.jsonl';

async function opened(bytes: Uint8Array) {
  const disk = new MemoryFileSystem();
  disk.put(path, bytes);
  const store = new SessionStore({
    fileSystem: disk,
    adapters: adaptersOfLogs,
    environment: { home: '/home/user', platform: 'posix', variables: {} },
    onFault: (fault) => {
      throw fault;
    },
  });
  store.choose(path);
  store.open(path);
  const reader = store.reader(path);
  const { rows: total } = await reader.indexAll();
  return { reader, rows: reader.rows('all', 0, total, noLimits).rows };
}

/** Reference result: places of the rows that show the query. */
function placesIn(rows: readonly Row[], query: string, matchCase: boolean): readonly number[] {
  const fold = (text: string) => (matchCase ? text : text.toLowerCase());
  return rows.flatMap((row, place) =>
    textsOfRow(row).some((text) => fold(text).includes(fold(query))) ? [place] : [],
  );
}

describe('finding in the logs of all agents', () => {
  for (const { id } of adaptersOfLogs) {
    it(`misses nothing that a row of ${id} shows, and nothing else`, async () => {
      const random = new Random(71);
      let found = 0;
      for (const { name, bytes } of fixtureFiles(id)) {
        let session;
        try {
          session = await opened(bytes);
        } catch {
          // Nothing in it identifies its agent, so it cannot be opened.
          continue;
        }
        const { reader, rows } = session;
        // pi's note on truncated output is its reader's text, in a row kind too common to parse
        // every row.
        const texts = rows
          .flatMap(textsOfRow)
          .filter((text) => text !== '' && !text.includes('Full output:'));
        for (let round = 0; round < 40 && texts.length > 0; round += 1) {
          const text = texts[random.below(texts.length)] ?? '';
          const start = random.below(text.length);
          const query = text.slice(start, start + 1 + random.below(14));
          if (query.includes('\n') || /[\ud800-\udfff]/.test(query)) {
            continue;
          }
          for (const matchCase of [true, false]) {
            const { matches } = await findAll(reader, { filter: 'all', query, matchCase });
            const wanted = placesIn(rows, query, matchCase);
            assert.deepEqual(matches, wanted, `${name}: ${JSON.stringify(query)}`);
            found += matches.length;
          }
        }
      }
      assert.ok(found > 100, `only ${found} places`);
    });
  }
});
