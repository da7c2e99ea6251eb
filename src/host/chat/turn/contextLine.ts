import type * as vscode from 'vscode';
import { formatShare } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import { speakerLabel } from '#agents/registry.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { foreignChatMarkdown } from '#core/text/foreignMarkdown.ts';
import { plainText, quotation } from '#core/text/markdown.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { Conversation } from '#protocol/worker.ts';
import { sessionLabel } from '../../list/sessionLabel.ts';
import type { ChatState } from '../record/chatHistory.ts';
import type { PreparedRequest } from './prepareRequest.ts';

const titleLength = 60;

/** What was resumed and how full the model's context is, as one quiet line of Markdown. */
export function resumedLine(
  conversation: Conversation,
  prepared: PreparedRequest,
  isBeforeCompaction = false,
): string {
  const { session, messages, compactions } = conversation;
  const title = plainText(oneLine(sessionLabel(session), titleLength));
  const what = [
    plural(messages.length, '1 message', '{0} messages'),
    ...(compactions === 0
      ? []
      : [plural(compactions, '1 compaction applied', '{0} compactions applied')]),
    contextStatus(prepared),
  ].join(' · ');
  const agent = plainText(speakerLabel(session));
  const resumed = isBeforeCompaction
    ? t('Resumed “{0}” from {1}, from before a compaction', title, agent)
    : t('Resumed “{0}” from {1}', title, agent);
  return `*${resumed} · ${what}*\n\n`;
}

/** Tokens sent, out of the model's limit. */
function contextStatus(prepared: PreparedRequest): string {
  const { tokens, limit } = prepared;
  const share = formatShare(tokens / limit);
  return prepared.exact
    ? t('context {0} of {1} tokens ({2})', tokens, limit, share)
    : t('context about {0} of {1} tokens ({2})', tokens, limit, share);
}

/** Says that the conversation was cut to fit, and what helps. */
export function omittedLine(prepared: PreparedRequest, modelName: string): string {
  const sent = prepared.messages.length;
  return (
    t(
      '**The oldest {0} of {1} messages were left out** because {2} accepts only {3} tokens. A model with a larger context window gets more of the session, as does the agent itself in a terminal.',
      prepared.omitted,
      prepared.omitted + sent,
      plainText(modelName),
      prepared.limit,
    ) + '\n\n'
  );
}

/** Says that the log has grown since the chat last read it. */
export function grownLine(seen: ChatState['seen'], { messages }: Conversation): string {
  const more = messages.length - (seen?.messages ?? messages.length);
  const line =
    more <= 0
      ? t('The session continued elsewhere; its current state is included.')
      : plural(
          more,
          'The session continued elsewhere; 1 new message is included.',
          'The session continued elsewhere; {0} new messages are included.',
        );
  return `*${line}*\n\n`;
}

/**
 * Closes a turn: how full the model's context is after it, and whether it is recorded.
 *
 * @param record `begun`: a session started with this turn.
 */
export function contextLine(prepared: PreparedRequest, record: 'on' | 'off' | 'begun'): string {
  const words = {
    on: t('recorded'),
    off: t('not recorded'),
    begun: t('recorded as a new session'),
  };
  return `\n\n*${contextStatus(prepared)} · ${words[record]}*\n\n`;
}

/** The visible rule of a compaction, with the summary that the model has from here on. */
export function compactedLine(summary: string, summed: number): string {
  const what = plural(
    summed,
    '**Context compacted.** 1 earlier message was summarized:',
    '**Context compacted.** {0} earlier messages were summarized:',
  );
  return `---\n\n${what}\n\n${quotation(foreignChatMarkdown(summary))}\n\n---\n\n`;
}

/** A fork's summary of what it leaves behind. */
export function leftBehindLine(summary: string, messages: number): string {
  const what = plural(
    messages,
    'The fork omits 1 message and has this summary instead:',
    'The fork omits {0} messages and has this summary instead:',
  );
  return `${what}\n\n${quotation(foreignChatMarkdown(summary))}\n\n`;
}

/** Says that a model stopped at its round limit, and how to continue. */
export function limitLine(rounds: number): string {
  const line = t(
    'Stopped after {0} rounds of tool calls. Write “Continue” to go on, or change the limit with `sessionBrowser.chat.maxToolRounds`.',
    rounds,
  );
  return `\n\n*${line}*`;
}

/** Says that a chat continues in another session than it came from. */
export function goesOnLine(session: SessionSummary): string {
  const line = t(
    'This chat continues in a session of its own that links to “{0}”. The original is unchanged.',
    plainText(oneLine(sessionLabel(session), titleLength)),
  );
  return `\n\n*${line}*`;
}

/** Reports what did not work without ending the turn. */
export function showWarnings(
  stream: vscode.ChatResponseStream,
  ...sentences: readonly string[]
): void {
  for (const sentence of sentences) {
    stream.markdown(`\n\n> ⚠ ${plainText(sentence)}\n\n`);
  }
}
