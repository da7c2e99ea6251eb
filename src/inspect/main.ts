import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { UserError } from '#core/userError.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { parseCommand } from './command.ts';
import { inspectFile, inspectFolder, inspectFormats } from './inspect.ts';
import { inspectSearch } from './inspectSearch.ts';
import { JsonWriter } from './jsonWriter.ts';

/** The command line for maintainers and bug reports: JSON and nothing else on standard output. */
async function main(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  const fileSystem = new NodeFileSystem();
  const home = 'home' in command ? command.home : undefined;
  if (home !== undefined) {
    const listed = fileSystem.list(absolute(home));
    if (!listed.ok) {
      throw new UserError(listed.failure.message);
    }
  }
  const store = new SessionStore({
    fileSystem,
    adapters,
    environment: {
      home: home === undefined ? homedir() : absolute(home),
      platform: process.platform === 'win32' ? 'windows' : 'posix',
      // Another home is another user: this user's variables say nothing about it.
      variables: home === undefined ? process.env : {},
    },
    onFault: warn,
  });
  const writer = new JsonWriter(process.stdout);
  if (command.verb === 'search') {
    await inspectSearch(store, { ...command, folder: absolute(command.folder) }, writer, warn);
  } else if ('folder' in command) {
    const { agent, verb } = command;
    const ids = adapters.map(({ id }) => id);
    if (agent !== undefined && !ids.includes(agent)) {
      throw new UserError(`“${agent}” is no agent; --agent takes ${ids.join(', ')}.`);
    }
    const isWanted = (id: string) => agent === undefined || id === agent;
    const inspect = verb === 'list' ? inspectFolder : inspectFormats;
    await inspect(store, absolute(command.folder), isWanted, writer, warn);
  } else {
    await inspectFile(store, command.verb, absolute(command.file), writer, warn);
  }
}

/** npm runs scripts in the package's folder and passes the original one. */
function absolute(path: string): string {
  const { INIT_CWD: calledIn, npm_lifecycle_event: script } = process.env;
  return resolve(script === 'inspect' && calledIn !== undefined ? calledIn : '', path);
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

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output has enough of it, like `head`.
  if (error.code !== 'EPIPE') {
    warn(error);
  }
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  warn(error);
  process.exitCode = 1;
});
