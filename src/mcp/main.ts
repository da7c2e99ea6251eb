import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE as mostBytes } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { adapters } from '#agents/registry.ts';
import { UserError } from '#core/userError.ts';
import type { AgentSettings } from '#protocol/worker.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { parsedArgs, requireFolder, storeOfProcess, warn } from '#store/ownProcess.ts';
import { extraRoot } from '#store/roots/extraRoot.ts';
import { SessionTools } from '#store/tools/sessionTools.ts';
import { name, publisher, version } from '../../package.json';
import { BoundedLines, requestId } from './boundedLines.ts';
import { clientFolders, sessionServer } from './server.ts';

/** How the server was started. Paths are as typed. */
interface Options {
  /** Sessions of these are found and read; the client's own folders if there is none. */
  readonly folders: readonly string[];
  /** Whose agents' stores are read; the user's if undefined. */
  readonly home: string | undefined;
  /** IDs of agents whose sessions stay out. */
  readonly without: readonly string[];
  /** More folders with sessions of an agent, by its ID. */
  readonly roots: readonly (readonly [agent: string, path: string])[];
  /** Of the links: `vscode`, or that of another build. */
  readonly scheme: string;
}

const usage =
  'Use: node mcp.cjs [--folder DIR]... [--root AGENT=DIR]... [--without AGENT]... [--scheme vscode] [--home DIR].';

/** @throws UserError that explains the usage. */
function parseOptions(args: readonly string[]): Options {
  const { values } = parsedArgs(
    {
      args: [...args],
      options: {
        folder: { type: 'string', multiple: true },
        home: { type: 'string' },
        without: { type: 'string', multiple: true },
        root: { type: 'string', multiple: true },
        scheme: { type: 'string' },
      },
    },
    usage,
  );
  const { folder = [], home, without = [], root = [], scheme = 'vscode' } = values;
  const ids = adapters.map(({ id }) => id);
  const unknown = without.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new UserError(`“${unknown}” is no agent; --without takes ${ids.join(', ')}. ${usage}`);
  }
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) {
    throw new UserError(`“${scheme}” is no scheme of a link. ${usage}`);
  }
  const roots = root.map((value) => {
    const [, id = value, path = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    if (!ids.includes(id) || path === '') {
      throw new UserError(`--root takes an agent and a folder, such as ${ids[0]}=/more. ${usage}`);
    }
    return [id, path] as const;
  });
  return { folders: folder, home, without, roots, scheme };
}

/** The MCP server: messages on standard input and output, everything else on standard error. */
async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  const { folders, scheme } = options;
  const home = options.home === undefined ? undefined : resolve(options.home);
  const fileSystem = new NodeFileSystem();
  const style = new PathStyle(process.platform === 'win32' ? 'windows' : 'posix');
  const named = folders.map((folder) => resolve(folder));
  for (const folder of named) {
    requireFolder(fileSystem, folder);
  }
  const agents = agentSettings(options, home ?? homedir(), style);
  const store = storeOfProcess(fileSystem, home, { agents });
  const tools = new SessionTools({ store, fileSystem, style });
  const links = { scheme, extension: `${publisher}.${name}` };
  const ownFolders = named.length > 0 ? () => Promise.resolve(named) : clientFolders(process.cwd());
  const server = sessionServer(tools, ownFolders, links, version, warn);
  server.onclose = () => store.dispose();
  const lines = new BoundedLines(mostBytes, (line) => {
    const sentence = `A message of more than ${mostBytes} bytes was not read.`;
    warn(new UserError(sentence));
    const id = requestId(line);
    const error = { code: ErrorCode.InvalidRequest, message: sentence };
    void transport.send({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error });
  });
  // Its own limit would end the server.
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: Infinity });
  // The client went away.
  lines.on('end', () => void server.close());
  process.stdin.pipe(lines);
  await server.connect(transport);
}

/** As of VS Code's settings, from which the options may come: a folder that is none is ignored. */
function agentSettings(
  { without, roots }: Pick<Options, 'without' | 'roots'>,
  home: string,
  style: PathStyle,
): AgentSettings {
  const rootsOf = (id: string) =>
    roots.flatMap(([agent, value]) => {
      if (agent !== id) {
        return [];
      }
      const path = extraRoot(value, home, style);
      if (path === undefined) {
        warn(new UserError(`“${value}” is not an absolute path and is ignored.`));
      }
      return path === undefined ? [] : [path];
    });
  return Object.fromEntries(
    adapters.map(({ id }) => [id, { enabled: !without.includes(id), extraRoots: rootsOf(id) }]),
  );
}

process.stdout.on('error', () => {
  process.exit(0);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  warn(error);
  process.exitCode = 1;
});
