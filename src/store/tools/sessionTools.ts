import { formatSessionLink } from '#agents/sessionLink.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { ToolCall } from '#protocol/toolCall.ts';
import { checkedCall, inputSchema, toolNames } from '#protocol/tools.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import { findSessions } from './findSessions.ts';
import { readSession } from './readSession.ts';
import { sessionsOfFile } from './sessionsOfFile.ts';
import type { ToolContext } from './toolContext.ts';
import { ToolError, unexpected } from './toolError.ts';
import { UnreadSessions } from './unreadSessions.ts';
import { linkIn } from './wantedSession.ts';
import { quoted } from './words.ts';
import { wellFormed } from '#core/text/wellFormed.ts';

/** Characters of the sentence why something could not be read, which may name a path. */
const reasonChars = 600;

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
   * @throws ToolError for the model; the signal's reason when aborted.
   */
  async call(call: ToolCall, signal?: AbortSignal): Promise<string> {
    try {
      return wellFormed(await this.#answer(call, signal));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ToolError) {
        throw error;
      }
      this.#parts.store.failed(error);
      if (error instanceof SessionReplaced) {
        throw new ToolError('The session changed while it was read. Call again.');
      }
      throw error instanceof UserError
        ? new ToolError(`This could not be read: ${quoted(error.message, reasonChars)}`)
        : unexpected();
    }
  }

  async #answer(
    { name, input, folders, maxBytes, links }: ToolCall,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const call = checkedCall(name, input);
    if (call === undefined) {
      throw new ToolError(wrongCall(name));
    }
    const listings = await this.#parts.store.list(folders, signal);
    const failures = listings.flatMap((listing) => listing.failures.map(({ message }) => message));
    const context: ToolContext = {
      ...this.#parts,
      folders,
      sessions: eachOnce(listings.map(({ sessions }) => sessions)),
      unread: new UnreadSessions(this.#parts.store, failures),
      maxBytes,
      linkTo: ({ agent, id }, rowId) => {
        const row = rowId === undefined ? {} : { rowId };
        const link = formatSessionLink({ agent, id, ...row }, links);
        return linkIn(link) === undefined ? 'no link' : link;
      },
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
    ? `There is no tool ${quoted(name)}. There are ${toolNames.join(', ')}.`
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
