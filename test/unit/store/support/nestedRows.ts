import type { Row } from '#core/rows/row.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { storeOfAll } from './agentLogs.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

/** An open session on a disk with these files. */
export function opened(files: Readonly<Record<string, string>>, log: string) {
  const disk = new MemoryFileSystem();
  for (const [name, text] of Object.entries(files)) {
    disk.put(name, text);
  }
  const store = storeOfAll(disk);
  store.open(log);
  return { disk, store };
}

/** What a sub-agent did, its rows in words with their IDs. */
export async function agentRows(store: SessionStore, log: string, rowId: string, agent = 0) {
  const read = await store.nested.rows(store.reader(log), rowId, agent, { start: 0, count: 100 });
  return read && { ...read, rows: read.rows.map(words) };
}

function words(row: Row): string {
  switch (row.kind) {
    case 'user':
    case 'assistant':
      return `${row.id} ${row.text.text}`;
    case 'shell':
      return `${row.id} $ ${row.command}`;
    default:
      return `${row.id} ${row.kind}`;
  }
}
