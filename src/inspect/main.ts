import { resolve } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { UserError } from '#core/userError.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { storeOfProcess, warn } from '#store/ownProcess.ts';
import { parseCommand } from './command.ts';
import { inspectFile, inspectFolder, inspectFormats, inspectSearch } from './inspect.ts';
import { JsonWriter } from './jsonWriter.ts';

/** The command line for maintainers and bug reports: JSON and nothing else on standard output. */
async function main(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  const fileSystem = new NodeFileSystem();
  const home = 'home' in command ? command.home : undefined;
  const store = storeOfProcess(fileSystem, home === undefined ? undefined : absolute(home));
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
