import { noLimits } from '#core/text/longText.ts';
import type { IndexState } from '#protocol/worker.ts';
import { keenStore, logPath } from './keenStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

const path = logPath('a');

/** An open session `a` whose log has this content, on its own disk. */
export function opened(content: string) {
  const disk = new MemoryFileSystem();
  disk.put(path, content);
  const notices: IndexState[] = [];
  const store = keenStore(disk);
  const state = store.open(path, () => notices.push(store.reader(path).state()));
  const reader = store.reader(path);
  const texts = () =>
    reader
      .rows('all', 0, 1_000, noLimits)
      .rows.map((row) =>
        row.kind === 'user' || row.kind === 'assistant' ? row.text.text : row.kind,
      );
  return { disk, store, reader, state, notices, texts };
}
