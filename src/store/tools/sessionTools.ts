import { formatSessionLink } from '#agents/sessionLink.ts';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import type { ToolCall } from '#protocol/toolCall.ts';
import { checkedCall, inputSchema, toolNames } from '#protocol/tools.ts';
import { findSessions } from './findSessions.ts';
import { readSession } from './readSession.ts';
import { sessionsOfFile } from './sessionsOfFile.ts';
import type { ToolContext } from './toolContext.ts';

/**
 * Answers the calls of models with Markdown, and only reads. What logs say is quoted: see
 * `recordNote`.
 */
export class SessionTools {
  readonly #parts: Pick<ToolContext, 'store' | 'fileSystem' | 'style' | 'now'>;

  constructor(
    parts: Pick<ToolContext, 'store' | 'fileSystem' | 'style'> & { readonly now?: () => number },
  ) {
    this.#parts = { now: () => performance.now(), ...parts };
  }

  /**
   * @throws UserError with a sentence for the model; the signal's reason when aborted.
   */
  async call(
    { name, input, folders, maxBytes, links }: ToolCall,
    signal?: AbortSignal,
  ): Promise<string> {
    const call = checkedCall(name, input);
    if (call === undefined) {
      throw new UserError(wrongCall(name));
    }
    const listings = await this.#parts.store.list(folders, signal);
    const context: ToolContext = {
      ...this.#parts,
      folders,
      sessions: eachOnce(listings.map(({ sessions }) => sessions)),
      failures: listings.flatMap(({ failures }) => failures.map(({ message }) => message)),
      maxBytes,
      linkTo: ({ agent, id }, rowId) =>
        formatSessionLink({ agent, id, ...(rowId === undefined ? {} : { rowId }) }, links),
      signal,
    };
    switch (call.name) {
      case 'find_sessions':
        return findSessions(context, call.input);
      case 'read_session':
        return readSession(context, call.input);
      case 'sessions_of_file':
        return sessionsOfFile(context, call.input);
    }
  }
}

function wrongCall(name: string): string {
  const known = toolNames.find((each) => each === name);
  return known === undefined
    ? `There is no tool “${name}”. There are ${toolNames.join(', ')}.`
    : `The input of ${known} does not fit its schema: ${JSON.stringify(inputSchema(known))}`;
}

/** A session can belong to two folders. */
function eachOnce(lists: readonly (readonly SessionSummary[])[]): readonly SessionSummary[] {
  const [first = [], ...others] = lists;
  if (others.length === 0) {
    return first;
  }
  const byPath = new Map(lists.flat().map((session) => [session.path, session]));
  return [...byPath.values()].sort((a, b) => b.updatedAt - a.updatedAt);
}
