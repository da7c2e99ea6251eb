import * as vscode from 'vscode';
import { formatAmount, formatDateTime } from '#base/format.ts';
import { t } from '#base/l10n.ts';
import { member } from '#base/member.ts';
import { compactionTitle } from '#core/rows/rowWords.ts';
import type { RowOf } from '#core/rows/row.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import type { ChatServices } from '../list/services.ts';
import type { ImportedChats } from '../chat/resume/importedChats.ts';
import { resumeInChat } from '../chat/resume/resumeInChat.ts';
import { commandIds } from '../vscode/contributions.ts';
import { ask } from '../vscode/notification.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { withReadingProgress } from '../vscode/progress.ts';
import { rowIdIn } from './sessionArgument.ts';

/** Characters of a summary in a list. */
const summaryLength = 120;

/**
 * Resumes a session in the chat view as it was before one of its compactions, with what that
 * replaced. Asks first, because it is not the session as its agent would continue it.
 *
 * @param argument of the command: `{ rowId?, isConfirmed? }`, the compaction's row, which the user picks
 *   if it is absent, and whether the caller has asked.
 * @throws UserError with a sentence.
 */
export async function resumeBeforeCompaction(
  services: ChatServices,
  session: SessionSummary,
  argument: unknown,
  chats: () => Promise<ImportedChats>,
): Promise<void> {
  const { path } = session;
  const rowId = rowIdIn(argument);
  const rows = await withReadingProgress(session, t('Reading compactions…'), (signal) =>
    services.worker.request('session/compactions', { path }, signal),
  );
  const compactions = rows.filter(({ change }) => typeof change === 'object');
  const compaction =
    rowId === undefined ? await pick(compactions) : compactions.find(({ id }) => id === rowId);
  if (compaction === undefined && rowId !== undefined) {
    throw new UserError(t('That compaction is no longer in the log.'));
  }
  if (compaction === undefined) {
    return;
  }
  const isConfirmed = member(argument, 'isConfirmed') === true;
  const way = isConfirmed ? 'chat' : await askWay(compaction);
  if (way === 'chat') {
    await resumeInChat(services, session, await chats(), compaction.id);
  } else if (way === 'agent') {
    const { path } = session;
    await vscode.commands.executeCommand(commandIds.continueIn, { path, before: compaction.id });
  }
}

/** @returns undefined when the user cancels. */
async function pick(
  compactions: readonly RowOf<'compaction'>[],
): Promise<RowOf<'compaction'> | undefined> {
  if (compactions.length === 0) {
    throw new UserError(t('This session has no compaction.'));
  }
  const items = compactions.toReversed().map((compaction) => ({
    compaction,
    label: compactionTitle(compaction.trigger),
    description: compaction.time === undefined ? '' : formatDateTime(compaction.time),
    detail: oneLine(compaction.summary.text, summaryLength),
  }));
  const chosen = await vscode.window.showQuickPick(plainItems(items), {
    title: t('Resume from Before a Compaction'),
    placeHolder: t('Select the compaction to resume from before'),
    matchOnDetail: true,
  });
  return chosen?.compaction;
}

async function askWay({ change }: RowOf<'compaction'>): Promise<'chat' | 'agent' | undefined> {
  const replaced = typeof change === 'object' ? change.tokensBefore : undefined;
  const inChat = t('Resume in Chat');
  const inAgent = t('Continue In…');
  const answer = await ask(
    'information',
    t('Resume from before this compaction?'),
    [
      replaced === undefined
        ? t('The model gets the messages before the compaction instead of its summary.')
        : t(
            'The model gets the messages before the compaction, about {0} tokens, instead of its summary.',
            formatAmount(replaced),
          ),
      t(
        'If they do not fit the model you choose, they are compacted again or the oldest are left out, and the chat says so.',
      ),
      t(
        'This session stays unchanged. If the chat is recorded, your first message starts a new session.',
      ),
    ].join('\n\n'),
    { title: inChat },
    { title: inAgent },
  );
  return answer === inChat ? 'chat' : answer === inAgent ? 'agent' : undefined;
}
