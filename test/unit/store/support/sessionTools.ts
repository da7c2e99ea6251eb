import { usualBytes } from '#protocol/toolCall.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import type { StoreOptions } from '#store/storeOptions.ts';
import { SessionTools } from '#store/tools/sessionTools.ts';
import { storeOfAll } from './agentLogs.ts';
import { project } from './keenStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

const links = { scheme: 'vscode', extension: 'a.b' };

/** The tools over sessions on a disk in memory. */
export function tools(
  files: Readonly<Record<string, string>>,
  now?: () => number,
  options?: Partial<StoreOptions>,
) {
  const disk = new MemoryFileSystem();
  for (const [path, content] of Object.entries(files)) {
    disk.put(path, content);
  }
  const store = storeOfAll(disk, options);
  const style = new PathStyle('posix');
  const all = new SessionTools({
    store,
    fileSystem: disk,
    style,
    ...(now === undefined ? {} : { now }),
  });
  const call = (
    name: string,
    input: unknown,
    {
      folders = [project],
      maxBytes = usualBytes,
      signal,
    }: { folders?: readonly string[]; maxBytes?: number; signal?: AbortSignal } = {},
  ) => all.call({ name, input, folders, maxBytes, links }, signal);
  return { call, disk, store };
}

/** A call that changes a line of a file, with its diff. */
export function edit(path: string, text: string): readonly unknown[] {
  const lines = [
    { Kind: 2, OldLineNum: 1, NewLineNum: 0, Content: 'old' },
    { Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: text },
  ];
  return [
    { kind: 'tool_start', tool_start: { name: 'edit_file', input: { path } } },
    { kind: 'diff', diff: { lines } },
    { kind: 'tool_end', tool_end: { name: 'edit_file', input: { path }, output: {} } },
  ];
}
