import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import type { ListRow, Row } from '#core/replay/row.ts';
import { runSentence, runTroubles } from '#core/replay/runSentence.ts';
import { runKinds } from '#core/replay/runWork.ts';
import { setLanguage } from '#base/l10n.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { languageNamed } from '../../../support/languages.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const path = '/chosen/log.jsonl';

function storeOn(disk: MemoryFileSystem): SessionStore {
  return new SessionStore({
    fileSystem: disk,
    adapters,
    environment: { home: '/home/user', platform: 'posix', variables: {} },
    onFault: (fault) => {
      throw fault;
    },
  });
}

async function readerOf(agent: string, name: string): Promise<SessionReader> {
  const disk = new MemoryFileSystem();
  const found = fixtureFiles(agent).find((fixture) => fixture.name === name);
  disk.put(path, found?.bytes ?? new Uint8Array());
  const store = storeOn(disk);
  store.choose(path);
  store.open(path);
  const reader = store.reader(path);
  await reader.indexAll();
  return reader;
}

function told(row: ListRow): string {
  if (row.kind !== 'run') {
    return row.kind;
  }
  const { added, removed } = row.work;
  return [
    runSentence(row).replace(/[\u2068\u2069]/g, ''),
    ...[runTroubles(row.work)].filter((troubles) => troubles !== ''),
    ...(added + removed > 0 ? [`+${added} -${removed}`] : []),
    ...row.troubles.map(({ tool, title, state }) => `  ${tool ?? '$'} ${title}: ${state}`),
  ].join(' | ');
}

describe('skimming', () => {
  for (const [agent, name] of [
    ['keen', 'demo/1-lateHighWater'],
    ['keen', 'demo/4-importStations'],
    ['keen', 'demo/5-refactorTable'],
    ['pi', 'demo/2-tideCurve'],
    ['fen', 'demo/1-stormSurge'],
    ['agent', 'demo/2-gaugeAtDover'],
  ] as const) {
    it(`${agent} ${name}`, async () => {
      const reader = await readerOf(agent, name);
      for (const locale of ['en', 'de']) {
        setLanguage(languageNamed(locale));
        console.log(reader.skim([], 0, 200).rows.map(told).join('\n'));
      }
      setLanguage({ locale: 'en' });
    });
  }
});
