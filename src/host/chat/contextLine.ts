import * as vscode from 'vscode';
import { oneLine } from '#core/text/oneLine.ts';
import { plainText } from '#core/text/markdown.ts';
import type { Conversation } from '#protocol/worker.ts';
import { sessionLabel } from '../sessionLabel.ts';
import type { PreparedRequest } from './prepareRequest.ts';

const titleLength = 60;

/** What was resumed and how full the model's context is, as one quiet line of Markdown. */
export function resumedLine(
  conversation: Conversation,
  agentLabel: string,
  prepared: PreparedRequest,
): string {
  const { session, messages, compactions } = conversation;
  const title = plainText(oneLine(sessionLabel(session), titleLength));
  const what = [
    messages.length === 1
      ? vscode.l10n.t('1 message')
      : vscode.l10n.t('{0} messages', formatted(messages.length)),
    ...(compactions === 0
      ? []
      : [
          compactions === 1
            ? vscode.l10n.t('1 compaction applied')
            : vscode.l10n.t('{0} compactions applied', compactions),
        ]),
    contextStatus(prepared),
  ].join(' · ');
  return `*${vscode.l10n.t('Resumed “{0}” from {1}', title, plainText(agentLabel))} · ${what}*\n\n`;
}

/** Tokens of what is sent, of the model's limit. */
function contextStatus(prepared: PreparedRequest): string {
  const percent = Math.max(1, Math.round((prepared.tokens / prepared.limit) * 100));
  const tokens = formatted(prepared.tokens);
  const limit = formatted(prepared.limit);
  return prepared.exact
    ? vscode.l10n.t('context {0} of {1} tokens ({2} %)', tokens, limit, percent)
    : vscode.l10n.t('context about {0} of {1} tokens ({2} %)', tokens, limit, percent);
}

/** Says that the conversation was cut to fit, and what helps. */
export function omittedLine(prepared: PreparedRequest, modelName: string): string {
  const sent = prepared.messages.length;
  return (
    vscode.l10n.t(
      '**The oldest {0} of {1} messages were left out**: {2} takes {3} tokens. A model with a larger window gets more of the session, and so does the agent itself in a terminal.',
      formatted(prepared.omitted),
      formatted(prepared.omitted + sent),
      plainText(modelName),
      formatted(prepared.limit),
    ) + '\n\n'
  );
}

/** Says that the log was written to since the chat last read it. */
export function grownLine(more: number | undefined): string {
  const line =
    more === undefined || more <= 0
      ? vscode.l10n.t('The session was gone on with elsewhere; it is included as it is now.')
      : more === 1
        ? vscode.l10n.t('The session was gone on with elsewhere: 1 more message, included here.')
        : vscode.l10n.t(
            'The session was gone on with elsewhere: {0} more messages, included here.',
            formatted(more),
          );
  return `*${line}*\n\n`;
}

function formatted(count: number): string {
  return new Intl.NumberFormat(vscode.env.language).format(count);
}
