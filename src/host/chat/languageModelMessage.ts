import * as vscode from 'vscode';
import type { ConversationMessage } from '#core/conversation/message.ts';

/** One message for a model; parts map one to one. */
export function languageModelMessage(
  message: ConversationMessage,
): vscode.LanguageModelChatMessage {
  const role =
    message.role === 'user'
      ? vscode.LanguageModelChatMessageRole.User
      : vscode.LanguageModelChatMessageRole.Assistant;
  return new vscode.LanguageModelChatMessage(
    role,
    message.parts.map((part) => {
      switch (part.type) {
        case 'text':
          return new vscode.LanguageModelTextPart(part.text);
        case 'toolCall':
          return new vscode.LanguageModelToolCallPart(part.callId, part.name, part.input);
        case 'toolResult':
          return new vscode.LanguageModelToolResultPart(part.callId, [
            new vscode.LanguageModelTextPart(part.text),
          ]);
      }
    }),
  );
}
