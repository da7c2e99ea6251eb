import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { Row } from '#core/rows/row.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';

/**
 * The rows of a log as the page gets them.
 *
 * @param place the log's path below the home.
 */
export async function drawnRows(
  bytes: Uint8Array,
  adapter: AgentAdapter,
  place: string,
): Promise<readonly Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'drawn-'));
  const path = join(home, place);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    const store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters: [adapter],
      environment: { home, platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
    });
    store.open(path);
    const reader = store.reader(path);
    const { rows } = await reader.indexAll();
    const drawn = reader.rows('all', 0, rows).rows;
    store.close(path);
    return drawn;
  } finally {
    rmSync(home, { recursive: true });
  }
}
