import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { ChatImportAgent } from '#core/chat/importData.ts';
import { importRequests, type TranscriptTail } from '#core/chat/importTurns.ts';
import { chatParticipantId, commandIds, participantIcon } from '../../vscode/contributions.ts';
import type { ChatServices } from '../../catalog/services.ts';
import { Breath } from '../turn/breath.ts';

export const importCommand = 'workbench.action.chat.import';

/**
 * Draws a transcript in the chat view as a finished conversation of the participant.
 *
 * The file is for VS Code alone and is gone when it has been read.
 */
export async function importTranscript(
  services: ChatServices,
  tail: TranscriptTail,
  signal: AbortSignal,
): Promise<void> {
  const folder = services.extension.storageUri ?? services.extension.globalStorageUri;
  await mkdir(folder.fsPath, { recursive: true });
  const path = join(folder.fsPath, `resume-${randomUUID()}.json`);
  try {
    await writeFile(path, await importFile(services, tail), { mode: 0o600, flag: 'wx', signal });
    await vscode.commands.executeCommand(importCommand, {
      inputPath: vscode.Uri.file(path),
      target: 'chatViewPane',
    });
  } finally {
    await rm(path, { force: true });
  }
}

async function importFile(services: ChatServices, tail: TranscriptTail): Promise<string> {
  const label = adapterById(tail.session.agent)?.label ?? tail.session.agent;
  const { agent, id, path } = tail.session;
  const requests: string[] = [];
  const breath = new Breath();
  for (const request of importRequests(tail, {
    agent: importAgent(services.extension, label),
    agentLabel: label,
    newId: () => randomUUID(),
    openReplay: { command: commandIds.openReplay, argument: { agent, id, path } },
    openParent: { command: commandIds.openParent, argument: { agent, id, path } },
  })) {
    requests.push(JSON.stringify(request));
    await breath.take();
  }
  const head = JSON.stringify({ responderUsername: label, initialLocation: 'panel' });
  return `${head.slice(0, -1)},"requests":[${requests.join(',')}]}`;
}

function importAgent(extension: vscode.ExtensionContext, fullName: string): ChatImportAgent {
  const { id } = extension.extension;
  const { publisher, displayName, version } = extension.extension.packageJSON as Record<
    string,
    unknown
  >;
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
