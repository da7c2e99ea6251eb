import type * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { noteMetadata, type ChatState } from './record/chatHistory.ts';
import { beginRecording, wantsRecording } from './record/recorder.ts';
import { loadConversation } from './turn/chatConversation.ts';
import { compactConversation } from './turn/compact.ts';
import { compactedLine, contextLine, goesOnLine, warn } from './turn/contextLine.ts';
import { prepareRequest } from './turn/prepareRequest.ts';
import { said, type Turn } from './turn/turn.ts';
import { writtenNote } from './turn/turnNote.ts';

/** `/compact [guidance]`. If it fails, the conversation continues as it was. */
export async function compactCommand(
  turn: Turn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  const { services, request, stream } = turn;
  if (state?.session === undefined) {
    return said(turn, t('There is no recorded conversation to compact.'));
  }
  if (!(await wantsRecording(state))) {
    return said(
      turn,
      t(
        'Only recorded chats can be compacted. Turn on recording with the `sessionBrowser.record` setting.',
      ),
    );
  }
  const { session, messages } = await loadConversation(turn, state.session, state.before);
  stream.progress(t('Compacting conversation…'));
  const conversation = [...messages, ...state.ownTurns];
  const compacted = await compactConversation(turn, conversation, 'manual', request.prompt);
  if (compacted.kind === 'nothing') {
    return said(turn, t('Nothing to compact yet.'));
  }
  if (compacted.kind === 'failed') {
    return said(turn, compacted.sentence);
  }
  const { recording, notes } = await beginRecording(services, state, session, [compacted.event]);
  warn(stream, ...notes);
  if (recording === undefined) {
    return {};
  }
  stream.markdown(compactedLine(compacted.event.summary, compacted.summed));
  if (recording.created) {
    stream.markdown(goesOnLine(session));
  }
  stream.markdown(contextLine(await prepareRequest(turn, compacted.messages), 'on'));
  return {
    metadata: noteMetadata({
      version: 1,
      kind: 'answered',
      ...writtenNote(recording),
      begins: true,
      recorded: true,
      record: 'on',
    }),
  };
}
