import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { isUuid } from '../toolbox/sessionIds.ts';
import { cursorChats } from './chatStore.ts';
import { cursorDatabase } from './database.ts';
import { decodeRecord } from './decode.ts';
import { messagesIn, recordsOf } from './plainTranscript.ts';
import { projectFolderOf, projectRoots, trustFile, worktreesOf } from './store.ts';

const place = {
  mayBeInDatabase: true as const,
  yields: true as const,
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
    { ...place, kind: 'log', path: ['agent-transcripts', '*', '*.jsonl'] },
    // Before each had a folder.
    { ...place, kind: 'log', path: ['agent-transcripts', '*.jsonl'] },
    {
      ...place,
      kind: 'document',
      path: ['agent-transcripts', '*.txt'],
      documentIn: messagesIn,
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
