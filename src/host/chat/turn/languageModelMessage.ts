import * as vscode from 'vscode';
import { member } from '#base/member.ts';
import type { ConversationMessage, ImageData } from '#core/events/message.ts';

/** Converts one message for a model; parts map one to one. */
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
            ...(part.images ?? []).map(dataPart),
          ]);
        case 'image':
          return dataPart(part);
      }
    }),
  );
}

function dataPart({ mimeType, data }: ImageData): vscode.LanguageModelDataPart {
  return vscode.LanguageModelDataPart.image(Buffer.from(data, 'base64'), mimeType);
}

/** Whether a model accepts images; if it does not say, no image is sent. */
export function seesImages(model: object): boolean {
  return capability(model, 'supportsImageToText') === true;
}

/**
 * What a model says about itself. VS Code 1.139 tells every extension, though not in its stable types
 * (proposed `languageModelCapabilities`); undefined where it does not.
 */
export function capability(
  model: object,
  name: 'supportsImageToText' | 'supportsToolCalling',
): unknown {
  return member(member(model, 'capabilities'), name);
}
