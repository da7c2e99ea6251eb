import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { speakerLabel } from '#agents/registry.ts';
import { membersOf } from '#base/member.ts';
import { hostPacer } from '#base/pacer.ts';
import type { ChatImportAgent, ChatImportData } from '#core/chat/importData.ts';
import { importRequests, type TranscriptTail } from '#core/chat/importTurns.ts';
import { sessionRef } from '#core/events/session.ts';
import { wellFormedJson } from '#core/text/wellFormed.ts';
import type { ChatServices } from '../../list/services.ts';
import { chatParticipantId, commandIds, participantIcon } from '../../vscode/contributions.ts';
import { withTemporaryFile } from './importedChats.ts';

export const importCommand = 'workbench.action.chat.import';

/**
 * Draws a transcript in the chat view as a finished conversation with the participant.
 *
 * @param before row of the compaction that the transcript ends before.
 *
 * The file is for VS Code alone and is deleted once read.
 */
export async function importTranscript(
  services: ChatServices,
  tail: TranscriptTail,
  signal: AbortSignal,
  before?: string,
): Promise<void> {
  const { extension } = services;
  await withTemporaryFile(extension, async (path) => {
    await writeFile(path, await importFile(extension, tail, before), {
      mode: 0o600,
      flag: 'wx',
      signal,
    });
    await vscode.commands.executeCommand(importCommand, {
      inputPath: vscode.Uri.file(path),
      target: 'chatViewPane',
    });
  });
}

async function importFile(
  extension: vscode.ExtensionContext,
  tail: TranscriptTail,
  before: string | undefined,
): Promise<string> {
  const label = speakerLabel(tail.session);
  const argument = sessionRef(tail.session);
  const requests: string[] = [];
  const pacer = hostPacer();
  for (const request of importRequests(tail, {
    agent: importAgent(extension, label),
    agentLabel: label,
    newId: () => randomUUID(),
    before,
    openReplay: { command: commandIds.openReplay, argument },
    openParent: { command: commandIds.openParent, argument },
  })) {
    requests.push(wellFormedJson(JSON.stringify(request)));
    await pacer.pauseIfDue();
  }
  const head: Omit<ChatImportData, 'requests'> = {
    responderUsername: label,
    initialLocation: 'panel',
  };
  return `${JSON.stringify(head).slice(0, -1)},"requests":[${requests.join(',')}]}`;
}

function importAgent(extension: vscode.ExtensionContext, fullName: string): ChatImportAgent {
  const { id } = extension.extension;
  const { publisher, displayName, version } = membersOf(extension.extension.packageJSON);
  return {
    id: chatParticipantId,
    name: 'session',
    fullName,
    extensionId: { value: id, _lower: id.toLowerCase() },
    extensionVersion: String(version),
    extensionPublisherId: String(publisher),
    extensionDisplayName: String(displayName),
    metadata: { themeIcon: { id: participantIcon } },
    slashCommands: [],
    locations: ['panel'],
    modes: ['ask', 'edit', 'agent'],
    disambiguation: [],
  };
}
