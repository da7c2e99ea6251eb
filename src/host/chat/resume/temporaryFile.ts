import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';

/** Exchanges data with VS Code through a file that is deleted afterwards. */
export async function withTemporaryFile<T>(
  { storageUri, globalStorageUri }: Pick<ExtensionContext, 'storageUri' | 'globalStorageUri'>,
  run: (path: string) => Promise<T>,
): Promise<T> {
  const folder = (storageUri ?? globalStorageUri).fsPath;
  await mkdir(folder, { recursive: true });
  const path = join(folder, `chat-${randomUUID()}.json`);
  try {
    return await run(path);
  } finally {
    await rm(path, { force: true });
  }
}
