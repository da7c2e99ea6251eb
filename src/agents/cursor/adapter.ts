import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { idInName, isUuid } from '../toolbox/sessionIds.ts';
import { cursorChats } from './chatStore.ts';
import { cursorDatabase } from './database.ts';
import { decodeRecord } from './decode.ts';
import { transcriptMessages, recordsOf } from './plainTranscript.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { FolderFile, StoreRoot } from '../contract/sources.ts';
import { jsonObjectIn } from '../toolbox/jsonText.ts';
import { nameIn } from '../toolbox/uri.ts';

/** Each folder below has what Cursor keeps of one working directory. */
export function projectRoots({ home }: MachineEnvironment): readonly StoreRoot[] {
  const base = trimEnd(home, '/\\');
  return base === '' ? [] : [{ path: `${base}/.cursor/projects`, kind: 'byFolder' }];
}

/** Each has a folder for every repository, by its name. */
function worktreesOf({ home }: MachineEnvironment, repository: string): readonly string[] {
  return [`${trimEnd(home, '/\\')}/.cursor/worktrees/${nameIn(repository)}/*`];
}

/** Longer names are cut and get a hash at their end. */
const maxName = 84;

/** Many paths have the same name; `trustFile` tells whose a folder is. */
export function projectFolderOf(cwd: string): string {
  const name = cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return name.length > maxName ? '' : name;
}

/** Written when the user trusts the folder. */
export const trustFile: FolderFile = {
  name: '.workspace-trusted',
  cwdIn: (text) => {
    const { workspacePath: path } = jsonObjectIn(text);
    return typeof path === 'string' && path !== '' ? path : undefined;
  },
};

const place = {
  mayBeInDatabase: true as const,
  yields: true as const,
  isListedElsewhere: true as const,
  roots: projectRoots,
  folderFor: projectFolderOf,
  folderFile: trustFile,
  fallbackId: idInName(/\.(?:jsonl|txt)$/),
};

/** Cursor, by Anysphere. The format is in the README. */
export const cursorAdapter: AgentAdapter = {
  id: 'cursor',
  label: 'Cursor',
  icon: 'inspect',

  sources: [
    cursorDatabase,
    cursorChats,
    { ...place, kind: 'log', path: ['agent-transcripts', '*', '*.jsonl'], hasOwnFolder: true },
    // Before each had a folder.
    { ...place, kind: 'log', path: ['agent-transcripts', '*.jsonl'] },
    {
      ...place,
      kind: 'document',
      path: ['agent-transcripts', '*.txt'],
      documentIn: transcriptMessages,
      recordsOf,
      // Cursor has written it anew since then.
      isSideFile: (name, beside) => {
        const id = name.replace(/\.txt$/, '');
        return beside.has(id) || beside.has(`${id}.jsonl`);
      },
    },
  ],

  worktreesOf,

  recognizes: (record) =>
    isJsonObject(record) &&
    (isJsonObject(record.composer) ||
      isJsonObject(record.chat) ||
      ((record.role === 'user' || record.role === 'assistant') &&
        isJsonObject(record.message) &&
        Array.isArray(record.message.content) &&
        record.type === undefined)),

  decode: decodeRecord,

  modelIn: ({ composer, bubble, chat }) => {
    const info = isJsonObject(bubble) ? bubble.modelInfo : undefined;
    return isJsonObject(info)
      ? info.modelName
      : isJsonObject(composer)
        ? composer.model
        : isJsonObject(chat)
          ? chat.lastUsedModel
          : undefined;
  },

  // The CLI knows nothing of what the editor keeps.
  terminalPlan: ({ id, cwd, path }) =>
    cwd === undefined || !isUuid(id) || /[/\\]state\.vscdb[/\\]/.test(path)
      ? undefined
      : { executable: 'cursor-agent', args: ['--resume', id], cwd },
};
