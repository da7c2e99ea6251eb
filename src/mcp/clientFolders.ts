import { fileURLToPath } from 'node:url';

/** A client that says it has roots gives them at once. ms */
const answerMs = 10_000;

/** The client of a server: see the package's `Server`. */
export interface Client {
  getClientCapabilities(): { readonly roots?: unknown } | undefined;
  listRoots(
    params: undefined,
    options: { readonly timeout: number },
  ): Promise<{ readonly roots: readonly { readonly uri: string }[] }>;
}

/**
 * The folders a client works in, which it tells when asked: some start all servers in one folder, such
 * as the user's home.
 *
 * @param workingDirectory for clients that name none.
 */
export function clientFolders(
  workingDirectory: string,
): (client: Client) => Promise<readonly string[]> {
  return async (client) => {
    if (client.getClientCapabilities()?.roots === undefined) {
      return [workingDirectory];
    }
    const folders = await rootsOf(client);
    return folders.length === 0 ? [workingDirectory] : folders;
  };
}

async function rootsOf(client: Client): Promise<readonly string[]> {
  try {
    const { roots } = await client.listRoots(undefined, { timeout: answerMs });
    return roots.flatMap(({ uri }) => (URL.canParse(uri) ? pathOf(new URL(uri)) : []));
  } catch {
    // It says it has roots and gives none, or what no root is.
    return [];
  }
}

function pathOf(uri: URL): readonly string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    // On another machine, or in no file system.
    return [];
  }
}
