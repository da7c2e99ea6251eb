import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { endBytes, linesWith, type LogBytes } from './logBytes.ts';
import { hintsOf } from './logHints.ts';

/** Records at either end that are asked. */
const mostAsked = 8;

/**
 * The working directory that records near the ends of a log name, where its beginning names none or one in
 * whose folder the log does not lie: its agent moves the log with the session.
 *
 * @param isOwn whether the log lies in the folder of a working directory.
 * @returns undefined if what the beginning says holds.
 */
export function folderOf(
  log: LogBytes,
  adapter: AgentAdapter,
  head: readonly SessionEvent[],
  isOwn: (cwd: string) => boolean,
): string | undefined {
  const { folders } = hintsOf(adapter);
  if (folders === undefined) {
    return undefined;
  }
  const [declared] = head.flatMap((event) =>
    event.kind === 'sessionStart' && event.cwd !== undefined ? event.cwd : [],
  );
  if (declared !== undefined && isOwn(declared)) {
    return undefined;
  }
  const first = linesWith(folders.mark, log.head(endBytes), 0, 0).slice(0, mostAsked);
  const last = linesWith(folders.mark, log.tail(log.size - endBytes), 0, 0).slice(-mostAsked);
  const named = [...last.reverse(), ...first].flatMap(({ bytes, source }) =>
    readRecords(bytes, source).records.flatMap((record) => folders.in(record)),
  );
  const found = named.flatMap(withFoldersAbove).find(isOwn);
  return found ?? (declared === undefined ? named.at(-1) : undefined);
}

function withFoldersAbove(folder: string): readonly string[] {
  const folders = [folder];
  for (let above = folder; folders.length < mostLevels; folders.push(above)) {
    above = above.replace(/[\\/][^\\/]*$/, '');
    if (above === '' || above === folders.at(-1)) {
      break;
    }
  }
  return folders;
}

const mostLevels = 20;
