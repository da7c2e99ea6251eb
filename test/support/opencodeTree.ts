import { home } from '../unit/store/support/keenStore.ts';

type Members = Readonly<Record<string, unknown>>;

/** The folder of the JSON files that opencode wrote before its database. */
export const storage = `${home}/.local/share/opencode/storage`;

export const sessionFile = (id: string) => `${storage}/session/global/${id}.json`;

/** A session's records as opencode's older JSON files, by path. @param text a fixture’s lines. */
export function opencodeFiles(text: string, folder = storage): ReadonlyMap<string, string> {
  const [head, ...messages] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { info: Members; parts: readonly Members[] });
  const files = new Map<string, string>();
  const put = (path: string, value: unknown) => {
    files.set(path, JSON.stringify(value, undefined, 2));
  };
  const session = String(head?.info.id);
  put(`${folder}/session/global/${session}.json`, head?.info);
  for (const { info, parts } of messages) {
    const message = String(info.id);
    put(`${folder}/message/${session}/${message}.json`, info);
    for (const part of parts) {
      const ids = { sessionID: session, messageID: message };
      put(`${folder}/part/${message}/${String(part.id)}.json`, { ...part, ...ids });
    }
  }
  return files;
}
