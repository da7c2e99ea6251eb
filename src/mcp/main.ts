import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { adapters } from '#agents/registry.ts';
import { UserError } from '#core/userError.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { SessionTools } from '#store/tools/sessionTools.ts';
import { name, publisher, version } from '../../package.json';
import { parseOptions } from './options.ts';
import { sessionServer } from './server.ts';

/** The MCP server: messages on standard input and output, everything else on standard error. */
async function main(args: readonly string[]): Promise<void> {
  const { folders, home, without, scheme } = parseOptions(args);
  const fileSystem = new NodeFileSystem();
  const platform = process.platform === 'win32' ? 'windows' : 'posix';
  const own = (folders.length === 0 ? ['.'] : folders).map((folder) => resolve(folder));
  for (const folder of home === undefined ? own : [...own, resolve(home)]) {
    const listed = fileSystem.list(folder);
    if (!listed.ok) {
      throw new UserError(listed.failure.message);
    }
  }
  const store = new SessionStore({
    fileSystem,
    adapters,
    environment: {
      home: home === undefined ? homedir() : resolve(home),
      platform,
      // Another home is another user: this user's variables say nothing about it.
      variables: home === undefined ? process.env : {},
    },
    agents: Object.fromEntries(without.map((id) => [id, { enabled: false, extraRoots: [] }])),
    onFault: warn,
  });
  const tools = new SessionTools({ store, fileSystem, style: new PathStyle(platform) });
  const links = { scheme, extension: `${publisher}.${name}` };
  const server = sessionServer(tools, { folders: own, links }, version, warn);
  server.onclose = () => {
    store.dispose();
  };
  // The client went away.
  process.stdin.on('end', () => void server.close());
  await server.connect(new StdioServerTransport());
}

function warn(problem: unknown): void {
  const text =
    problem instanceof Error && !(problem instanceof UserError)
      ? (problem.stack ?? problem.message)
      : problem instanceof Error
        ? problem.message
        : String(problem);
  process.stderr.write(`${text}\n`);
}

process.stdout.on('error', () => {
  process.exit(0);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  warn(error);
  process.exitCode = 1;
});
