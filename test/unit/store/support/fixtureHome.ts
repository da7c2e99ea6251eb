import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { storeOfAll } from './agentLogs.ts';
import { home } from './keenStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

/** A home whose folder of Codex’s has the files of a fixture, but for databases. */
export function codexHome(name: string): MemoryFileSystem {
  const disk = new MemoryFileSystem();
  const folder = join('test', 'fixtures', 'homes', name);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, entry);
    if (statSync(path).isFile() && !entry.endsWith('.sqlite')) {
      disk.put(`${home}/.codex/${entry.replaceAll('\\', '/')}`, readFileSync(path));
    }
  }
  return disk;
}

/** What people see of a session: the rows, as words. */
export async function rowsSaid(disk: MemoryFileSystem, path: string): Promise<readonly string[]> {
  const reader = await storeOfAll(disk).whole(path);
  return reader.rows('all', 0, 1_000).rows.map((row) => {
    switch (row.kind) {
      case 'user':
      case 'assistant':
      case 'notice':
        return `${row.kind}: ${row.text.text}`;
      case 'branch':
        return `branches: ${row.branches.map(({ preview }) => preview).join(' | ')}`;
      default:
        return row.kind;
    }
  });
}
