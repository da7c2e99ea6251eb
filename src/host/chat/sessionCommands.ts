import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import { forkOpening, summaryRequest } from '#core/chat/compactionPlan.ts';
import { parseForkWish } from '#core/chat/forkWish.ts';
import type { NewCompaction } from '#core/newEvent.ts';
import { codeSpan, commandLink, plainText } from '#core/text/markdown.ts';
import { UserError } from '#core/userError.ts';
import type { ForkPoint } from '#protocol/writing.ts';
import { commandIds } from '../vscode/contributions.ts';
import { readLeftBehind } from '../worker/conversationReader.ts';
import type { ChatServices } from '../catalog/services.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';
import type { sessionRef } from './turn/answerMessage.ts';
import { resumedNote, type Turn } from './turn/answerMessage.ts';
import { loadConversation } from './turn/chatConversation.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { noteMetadata, type ChatState } from './record/chatHistory.ts';
import { compactConversation, summarize, summaryFailure } from './turn/compact.ts';
import {
  compactedLine,
  contextLine,
  goesOnLine,
  leftBehindLine,
  warningLine,
} from './turn/contextLine.ts';
import { forkSession } from './resume/forkSession.ts';
import { prepareRequest } from './turn/prepareRequest.ts';
import { beginRecording, wantsRecording } from './record/recorder.ts';
import type { TokenCounter } from './turn/tokenCounter.ts';

/** `/new`: the next message begins a session; what stands above does not count any more. */
export function newCommand({ stream }: Turn): vscode.ChatResult {
  stream.markdown(
    vscode.l10n.t('The next message begins a new session. What stands above is not sent with it.'),
  );
  return { metadata: noteMetadata({ version: 1, kind: 'fresh' }) };
}

/** `/compact [guidance]`. If it fails, the conversation goes on as it was. */
export async function compactCommand(
  services: ChatServices,
  counter: TokenCounter,
  turn: Turn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  const { request, stream, token } = turn;
  if (state?.session === undefined) {
    return said(turn, vscode.l10n.t('There is no recorded conversation here to compact.'));
  }
  if (!(await wantsRecording(state))) {
    return said(
      turn,
      vscode.l10n.t(
        'This chat is not recorded, and a compaction is a line of the record. The setting `sessionBrowser.record` turns recording on.',
      ),
    );
  }
  const conversation = await loadConversation(services, state.session, token);
  stream.progress(vscode.l10n.t('Compacting the conversation…'));
  const compacted = await compactConversation(
    [...conversation.messages, ...state.ownTurns],
    { trigger: 'manual', guidance: request.prompt },
    request.model,
    counter,
    token,
    services.log,
  );
  if (compacted.kind !== 'done') {
    const reason =
      compacted.kind === 'nothing'
        ? vscode.l10n.t('There is nothing to sum up yet.')
        : vscode.l10n.t(
            'The conversation was not compacted and goes on as it was: {0}',
            compacted.reason,
          );
    return said(turn, reason);
  }
  const recorded = await beginRecording(services, state, conversation, [compacted.event]);
  for (const sentence of recorded.notes) {
    stream.markdown(warningLine(sentence));
  }
  if (recorded.recording === undefined) {
    return {};
  }
  stream.markdown(compactedLine(compacted.event.summary, compacted.summed));
  if (recorded.recording.created) {
    stream.markdown(goesOnLine(conversation));
  }
  stream.markdown(
    contextLine(await prepareRequest(compacted.messages, request.model, counter, token), 'on'),
  );
  const { session, end } = recorded.recording;
  return {
    metadata: noteMetadata({
      version: 1,
      kind: 'answered',
      ...session,
      begins: true,
      recorded: true,
      record: 'on',
      seen: { bytes: end.size },
      identity: end.identity,
    }),
  };
}

/** `/fork`: this chat goes on with a copy of its session, or of a part; see `parseForkWish`. */
export async function forkCommand(
  services: ChatServices,
  counter: TokenCounter,
  turn: Turn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  const { stream, request, token } = turn;
  if (state?.session === undefined) {
    return said(turn, vscode.l10n.t('There is no session here to fork. `/resume` takes one up.'));
  }
  const wish = parseForkWish(request.prompt);
  if (wish === undefined) {
    return said(
      turn,
      vscode.l10n.t(
        '`/fork` copies the session, `/fork 3` its first three prompts with their answers, `/fork last 10` its last ten messages. `with summary` after the number has the model sum up what is left behind.',
      ),
    );
  }
  const { session } = await loadConversation(services, state.session, token);
  const signal = abortSignalOf(token);
  const point =
    wish.keep.kind === 'all'
      ? { path: session.path }
      : await services.worker.request(
          'session/forkPoint',
          { path: session.path, part: wish.keep },
          signal,
        );
  const opening =
    wish.summary === undefined
      ? undefined
      : await leftBehindSummary(services, counter, turn, point, wish.summary.guidance);
  const created = await forkSession(services, session, point, signal, opening);
  const conversation = await loadConversation(services, created.session, token);
  stream.markdown(
    linked(
      vscode.l10n.t(
        'Forked: this chat goes on with {0}; “{1}” stays as it is.',
        replayLink(created.session, vscode.l10n.t('the copy')),
        plainText(sessionLabel(session)),
      ),
    ),
  );
  return { metadata: noteMetadata({ ...resumedNote('resumed', conversation), record: 'on' }) };
}

/**
 * What a fork begins with that has a summary of what it leaves behind; undefined where that is nothing.
 *
 * @throws UserError if there is no summary, so that no fork is made without one that was asked for.
 */
async function leftBehindSummary(
  services: ChatServices,
  counter: TokenCounter,
  { request, stream, token }: Turn,
  point: ForkPoint,
  guidance: string,
): Promise<NewCompaction | undefined> {
  const { messages } = await readLeftBehind(services.worker, point, abortSignalOf(token));
  if (messages.length === 0) {
    stream.markdown(
      vscode.l10n.t('The fork leaves nothing behind, so there is no summary.') + '\n\n',
    );
    return undefined;
  }
  stream.progress(vscode.l10n.t('Summarizing what the fork leaves behind…'));
  try {
    const wanted = summaryRequest(guidance, 'fork');
    const { log } = services;
    const summary = await summarize(messages, wanted, request.model, counter, token, log);
    stream.markdown(leftBehindLine(summary, messages.length));
    return forkOpening(summary, point.start === undefined ? 'after' : 'before');
  } catch (error) {
    if (token.isCancellationRequested) {
      throw error;
    }
    services.log.warn('chat', 'summary for a fork failed', { model: request.model.id });
    throw new UserError(
      vscode.l10n.t('The session was not forked: {0}', summaryFailure(error, token)),
    );
  }
}

/** `/session`: which session this chat is, and where its log is. */
export function sessionCommand(turn: Turn, state: ChatState | undefined): vscode.ChatResult {
  if (state?.session === undefined) {
    return said(
      turn,
      vscode.l10n.t(
        'This chat has no session yet. Its next message begins one, or `/resume` takes one up.',
      ),
    );
  }
  const { agent, id, path } = state.session;
  const lines = [
    `- ${vscode.l10n.t('Agent')}: ${plainText(adapterById(agent)?.label ?? agent)}`,
    `- ${vscode.l10n.t('ID')}: ${codeSpan(id)}`,
    `- ${vscode.l10n.t('Log')}: ${codeSpan(path)}`,
    `- ${replayLink(state.session, vscode.l10n.t('Open Replay'))}`,
  ];
  turn.stream.markdown(linked(lines.join('\n')));
  return {};
}

/** `/export`: the questions of the command, for this chat's session. */
export async function exportCommand(
  turn: Turn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  if (state?.session === undefined) {
    return said(turn, vscode.l10n.t('There is no session here to export.'));
  }
  const done: unknown = await vscode.commands.executeCommand(
    commandIds.exportConversation,
    state.session,
  );
  turn.stream.markdown(
    done === undefined ? vscode.l10n.t('Nothing was exported.') : vscode.l10n.t('Exported.'),
  );
  return {};
}

/** A turn without a note is passed over, so the chat stays what it was. */
function said({ stream }: Turn, sentence: string): vscode.ChatResult {
  stream.markdown(sentence);
  return {};
}

function replayLink(session: ReturnType<typeof sessionRef>, label: string): string {
  const { agent, id, path } = session;
  return `[${label}](${commandLink(commandIds.openReplay, { agent, id, path })})`;
}

/** Markdown whose links may run one command; what comes from logs is escaped in it. */
function linked(markdown: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(markdown);
  text.isTrusted = { enabledCommands: [commandIds.openReplay] };
  return text;
}
