import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { ChatImportAgent } from '#core/chat/importData.ts';
import { importRequests, type TranscriptTail } from '#core/chat/importTurns.ts';
import { chatParticipantId, commandIds, participantIcon } from '../contributions.ts';
import type { ChatServices } from '../services.ts';
import { Breath } from './breath.ts';

export const importCommand = 'workbench.action.chat.import';
const forkCommand = 'workbench.action.chat.forkConversation';
const focusCommand = 'chat.action.focus';

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

/**
 * VS Code never saves an imported chat, but a fork of it is a chat like any other: in its list of
 * sessions, and there after a reload. So the chat is forked at its last answer and the fork takes its
 * place (0.1 to 0.2 s). Best effort: where it does not work the imported chat itself is gone on with.
 */
export async function keepImportedChat(
  services: ChatServices,
  commands: ReadonlySet<string>,
): Promise<void> {
  if (!commands.has(forkCommand) || !commands.has(focusCommand)) {
    return;
  }
  try {
    // The fork command takes the entry that has the focus: the last one after `chat.action.focus`.
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '',
      isPartialQuery: true,
    });
    await vscode.commands.executeCommand(focusCommand);
    await vscode.commands.executeCommand(forkCommand);
  } catch (error) {
    services.log.warn('chat', 'imported chat could not be kept', { reason: String(error) });
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
