import { UserError } from '#core/userError.ts';
import { parsedArgs } from '#store/ownProcess.ts';

/** A parsed command line. Paths are as typed. */
export type Command =
  | {
      readonly verb: 'list' | 'formats';
      readonly folder: string;
      readonly home: string | undefined;
      /** The one whose sessions are wanted; undefined for all. */
      readonly agent: string | undefined;
    }
  | {
      readonly verb: 'search';
      readonly query: string;
      readonly folder: string;
      readonly home: string | undefined;
      /** A filter line, with `agent:` and `in:`. */
      readonly filter: string;
      readonly matchCase: boolean;
      readonly wholeWord: boolean;
      readonly regex: boolean;
    }
  | { readonly verb: FileVerb; readonly file: string };

export type FileVerb = 'summary' | 'rows' | 'conversation' | 'problems';

const usage =
  'Use: list --folder DIR [--agent ID] [--home DIR], or summary FILE, rows FILE, conversation FILE, problems FILE, or search QUERY --folder DIR [--filter LINE] [--case] [--word] [--regex] [--home DIR]; “formats” takes what “list” takes.';

/** @throws UserError that explains the usage. */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parsedArgs(
    {
      args: [...args],
      options: {
        folder: { type: 'string' },
        home: { type: 'string' },
        agent: { type: 'string' },
        filter: { type: 'string' },
        case: { type: 'boolean' },
        word: { type: 'boolean' },
        regex: { type: 'boolean' },
      },
      allowPositionals: true,
    },
    usage,
  );
  const [verb, file, ...more] = positionals;
  switch (verb) {
    case 'list':
    case 'formats':
      if (values.folder === undefined || file !== undefined) {
        throw new UserError(`“${verb}” wants --folder DIR. ${usage}`);
      }
      return { verb, folder: values.folder, home: values.home, agent: values.agent };
    case 'search': {
      const { folder, home, filter = '', case: matchCase, word, regex } = values;
      if (folder === undefined || file === undefined || more.length > 0) {
        throw new UserError(`“search” wants one QUERY and --folder DIR. ${usage}`);
      }
      const how = {
        matchCase: matchCase === true,
        wholeWord: word === true,
        regex: regex === true,
      };
      return { verb, query: file, folder, home, filter, ...how };
    }
    case 'summary':
    case 'rows':
    case 'conversation':
    case 'problems':
      if (file === undefined || more.length > 0) {
        throw new UserError(`“${verb}” wants one FILE. ${usage}`);
      }
      if (Object.keys(values).length > 0) {
        throw new UserError(`Options belong to “list” and “search” alone. ${usage}`);
      }
      return { verb, file };
    case undefined:
      throw new UserError(usage);
    default:
      throw new UserError(`“${verb}” is no verb. ${usage}`);
  }
}
