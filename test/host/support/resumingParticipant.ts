import * as vscode from 'vscode';
import type { ConversationFile } from '#protocol/conversationFile.ts';

/**
 * The README's example for authors of other extensions: a handler for their own participant that
 * continues the latest session of the workspace. The API suite runs it against the real model API.
 */
export const resumeLatestSession: vscode.ChatRequestHandler = async (
  request,
  _context,
  stream,
  token,
) => {
  const browser = vscode.extensions.getExtension('session-browser.session-browser');
  const api = (await browser?.activate()) as SessionBrowser | undefined;
  const [latest] = (await api?.listSessions()) ?? [];
  if (api === undefined || latest === undefined) {
    stream.markdown('There is no session to go on with.');
    return;
  }
  const { messages } = await api.getConversation(latest, { token });
  const response = await request.model.sendRequest(
    [...messages.map(toLanguageModel), vscode.LanguageModelChatMessage.User(request.prompt)],
    {},
    token,
  );
  for await (const text of response.text) {
    stream.markdown(text);
  }
};

interface SessionBrowser {
  listSessions(folder?: vscode.Uri): Promise<readonly { readonly path: string }[]>;
  getConversation(
    session: { readonly path: string },
    options?: { readonly token?: vscode.CancellationToken },
  ): Promise<ConversationFile>;
}

function toLanguageModel({ role, parts }: ConversationFile['messages'][number]) {
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  return new vscode.LanguageModelChatMessage(
    role === 'user' ? User : Assistant,
    parts.map((part) => {
      switch (part.type) {
        case 'text':
          return new vscode.LanguageModelTextPart(part.text);
        case 'toolCall':
          return new vscode.LanguageModelToolCallPart(part.callId, part.name, part.input);
        case 'toolResult':
          return new vscode.LanguageModelToolResultPart(part.callId, [
            new vscode.LanguageModelTextPart(part.text),
          ]);
        case 'image':
          return vscode.LanguageModelDataPart.image(
            Buffer.from(part.data, 'base64'),
            part.mimeType,
          );
      }
    }),
  );
}
