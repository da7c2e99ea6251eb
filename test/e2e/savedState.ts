/**
 * Runs in a page of VS Code. It saves its state only while it has nothing else to do; on a busy machine, that
 * may not happen for minutes.
 */
export function beIdleInTime(): void {
  const whenIdle = globalThis.requestIdleCallback;
  globalThis.requestIdleCallback = (run, options) => whenIdle(run, { timeout: 2_000, ...options });
}

/** Runs in a page of VS Code: what it saved of its editors last, without the escapes of JSON in JSON. */
export async function savedEditors(): Promise<string> {
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => {
        resolve(request.result);
      };
      request.onerror = () => {
        reject(request.error!);
      };
    });
  const saved: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name?.startsWith('vscode-web-state-db-') === true) {
      const database = await result(indexedDB.open(name));
      if (database.objectStoreNames.contains('ItemTable')) {
        const items = database.transaction('ItemTable').objectStore('ItemTable');
        saved.push(String(await result(items.get('memento/workbench.parts.editor'))));
      }
      database.close();
    }
  }
  return saved.join('\n').replaceAll('\\', '');
}
