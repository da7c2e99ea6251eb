import type { AgentAdapter } from '../contract/adapter.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { decodeRecord } from './decode.ts';
import { isChat, recordsOf } from './document.ts';
import { objectIn } from './mutationLog.ts';
import { workspaceFile } from '../toolbox/editorFolders.ts';
import { idInName } from '../toolbox/paths.ts';
import { isTranscriptStart } from './transcript.ts';
import { turnIn } from './turn.ts';
import { cwdOf, emptyWindowRoots, workspaceRoots } from './store.ts';

const document = { kind: 'document', recordsOf } as const;
const log = { ...document, documentIn: objectIn } as const;
const transcripts = 'GitHub.copilot-chat/transcripts';
const ofWindow = {
  roots: (env: MachineEnvironment) => workspaceRoots(env, 'chatSessions'),
  cwdOf,
  folderFile: workspaceFile,
} as const;
const ofNoFolder = { roots: emptyWindowRoots } as const;

const idIn = idInName(/\.jsonl?$/);

/** Where both exist, the document was written first. The others are VS Code's own, beside the chats. */
const isSideFile = (name: string, beside: ReadonlySet<string>) =>
  beside.has(`${name}l`) || name === 'workspace.json' || name === 'meta.json';

/** The chats of VS Code, with whatever agent answers in them. The format is in the README. */
export const vscodeAdapter: AgentAdapter = {
  id: 'vscode',
  label: 'VS Code Chat',
  icon: 'window',

  sources: [
    { ...log, ...ofWindow, path: ['chatSessions', '*.jsonl'], fallbackId: idIn },
    { ...document, ...ofWindow, path: ['chatSessions', '*.json'], isSideFile, fallbackId: idIn },
    { ...log, ...ofNoFolder, path: ['*.jsonl'], fallbackId: idIn },
    { ...document, ...ofNoFolder, path: ['*.json'], isSideFile, fallbackId: idIn },
    // What Copilot's extension writes beside a chat, or where there is none.
    {
      ...ofWindow,
      roots: (env) => workspaceRoots(env, transcripts),
      kind: 'log',
      path: [...transcripts.split('/'), '*.jsonl'],
      fallbackId: idIn,
      yields: true,
    },
  ],

  // Those of its agents, whichever they are.
  worktreesOf: (_, repository) => [`${repository}.worktrees/*`],

  recognizes: (record) => isJsonObject(record) && (isChat(record) || isTranscriptStart(record)),

  decode: decodeRecord,

  modelIn: ({ $request }) => (isJsonObject($request) ? $request.modelId : undefined),

  turnIn,

  // A chat in which something was only typed.
  leavesUnsaid: true,
};
