import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { TranscriptTail } from '#core/chat/importTurns.ts';
import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { ChatServices } from '../../list/services.ts';
import { withReadingProgress } from '../../vscode/progress.ts';
import { findLog } from '../turn/chatConversation.ts';
import { importCommand, importTranscript } from './chatImport.ts';
import { ensureChat } from './chatReady.ts';
import { forkSession } from './forkSession.ts';
import type { ImportedChats } from './importedChats.ts';

/**
 * How much of the end of a session is drawn; the model's side has no such limit. Measured in VS Code
 * 1.139.1 on 2 cores with turns of 5 KB (thinking, a tool, a shell run, text), first until the input
 * is ready, then until the first answer:
 * 100 turns 0.7 s + 0.4 s · 200: 0.5 s + 0.4 s · 400: 0.7 to 1.7 s + 1.0 s · 1,000: 4.3 s + 7 s with a
 * frozen window. `maxChars` is the size of 200 such turns, plus half.
 */
const turnLimits = { maxTurns: 200, maxChars: 1_500_000 };

/**
 * Resumes a session in the chat view. If that shows the whole session already, it stays as it is.
 * Otherwise the session's last turns are drawn as real history, with the input ready for the next
 * message to `@session`.
 *
 * @param before row of a compaction: the chat continues as if it had not happened.
 * @throws UserError with a sentence and the remaining ways out.
 */
export async function resumeInChat(
  services: ChatServices,
  session: SessionRef | SessionSummary,
  chats: ImportedChats,
  before?: string,
): Promise<void> {
  const commands = await ensureChat(session);
  try {
    await withReadingProgress(session, t('Resuming session in chat…'), (signal) =>
      chats.during(() => resume(services, session, { chats, commands, signal, before })),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) {
      throw error;
    }
    services.log.info('chat', 'resume cancelled');
  }
}

async function resume(
  services: ChatServices,
  session: SessionRef,
  ways: {
    readonly chats: ImportedChats;
    /** IDs of all commands in this VS Code. */
    readonly commands: ReadonlySet<string>;
    readonly signal: AbortSignal;
    readonly before: string | undefined;
  },
): Promise<void> {
  const { chats, commands, signal, before } = ways;
  const { id } = session;
  const path = await findLog(services, session);
  if (commands.has(importCommand) && before === undefined) {
    const { size } = await services.worker.request('sessions/summarize', { path }, signal);
    if (await chats.show({ ...session, path }, size)) {
      return;
    }
  }
  const tail = await services.worker.request(
    'session/lastTurns',
    { path, before, ...turnLimits },
    signal,
  );
  signal.throwIfAborted();
  if (before !== undefined && tail.turns.length === 0) {
    throw new UserError(t('Nothing comes before this compaction.'));
  }
  const openPlainly = async () => {
    // A message that names a session gets all of it, so the part before has to be one.
    const named =
      before === undefined
        ? id
        : (await forkSession(services, tail.session, { point: { before }, signal })).session.id;
    await openWithoutImport(tail, named);
  };
  if (!commands.has(importCommand)) {
    await openPlainly();
    return;
  }
  if (tail.turns.length === 0) {
    await openChat({ query: `@session /resume ${id}` });
    return;
  }
  try {
    await importTranscript(services, tail, signal, before);
  } catch (error) {
    signal.throwIfAborted();
    services.log.error('chat', 'import failed', error);
    await openPlainly();
    return;
  }
  await openChat({ query: '@session ', isPartialQuery: true });
}

/**
 * Before VS Code 1.110: draws the turns as plain questions and answers. They belong to no
 * participant, so the message that follows must name the session itself.
 */
async function openWithoutImport(tail: TranscriptTail, id: string): Promise<void> {
  const previousRequests = tail.turns.map((rows) => ({
    request: textOf(rows.find((row) => row.kind === 'user')),
    response: rows
      .filter((row) => row.kind === 'assistant')
      .map(textOf)
      .join('\n\n'),
  }));
  await openChat({ query: `@session /resume ${id} `, isPartialQuery: true, previousRequests });
}

function textOf(row: TranscriptTail['turns'][number][number] | undefined): string {
  return row?.kind === 'user' || row?.kind === 'assistant' ? row.text.text : '';
}

async function openChat(options: {
  readonly query: string;
  readonly isPartialQuery?: boolean;
  readonly previousRequests?: readonly { readonly request: string; readonly response: string }[];
}): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', options);
}
