import { parseArgs } from 'node:util';
import { adapters } from '#agents/registry.ts';
import { UserError } from '#core/userError.ts';

/** How the server was started. Paths are as typed. */
export interface Options {
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
export function parseOptions(args: readonly string[]): Options {
  const { folder = [], home, without = [], root = [], scheme = 'vscode' } = parse(args);
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

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        folder: { type: 'string', multiple: true },
        home: { type: 'string' },
        without: { type: 'string', multiple: true },
        root: { type: 'string', multiple: true },
        scheme: { type: 'string' },
      },
    }).values;
  } catch (error) {
    // Node's first sentence names the option; the others are about how shells work.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new UserError(`${sentence.replace(/\.$/, '')}. ${usage}`);
  }
}
