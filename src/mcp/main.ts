import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { requireFolder, storeOfProcess, warn } from '#store/ownProcess.ts';
import { SessionTools } from '#store/tools/sessionTools.ts';
import { name, publisher, version } from '../../package.json';
import { clientFolders } from './clientFolders.ts';
import { parseOptions } from './options.ts';
import { sessionServer } from './server.ts';

/** The MCP server: messages on standard input and output, everything else on standard error. */
async function main(args: readonly string[]): Promise<void> {
  const { folders, home, without, scheme } = parseOptions(args);
  const fileSystem = new NodeFileSystem();
  const platform = process.platform === 'win32' ? 'windows' : 'posix';
  const named = folders.map((folder) => resolve(folder));
  for (const folder of named) {
    requireFolder(fileSystem, folder);
  }
  const store = storeOfProcess(fileSystem, home === undefined ? undefined : resolve(home), {
    agents: Object.fromEntries(without.map((id) => [id, { enabled: false, extraRoots: [] }])),
  });
  const tools = new SessionTools({ store, fileSystem, style: new PathStyle(platform) });
  const links = { scheme, extension: `${publisher}.${name}` };
  const ownFolders = named.length > 0 ? () => Promise.resolve(named) : clientFolders(process.cwd());
  const server = sessionServer(tools, ownFolders, links, version, warn);
  server.onclose = () => {
    store.dispose();
  };
  // The client went away.
  process.stdin.on('end', () => void server.close());
  await server.connect(new StdioServerTransport());
}

process.stdout.on('error', () => {
  process.exit(0);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  warn(error);
  process.exitCode = 1;
});
