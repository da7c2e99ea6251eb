import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject } from '../toolbox/jsonObject.ts';
import { decodeRecord } from './decode.ts';
import { messagesIn, recordsOf } from './plainTranscript.ts';
import { projectFolderOf, projectRoots, trustFile } from './store.ts';

const place = {
  roots: projectRoots,
  folderFor: projectFolderOf,
  folderFile: trustFile,
  fallbackId: (names: readonly string[]) => (names.at(-1) ?? '').replace(/\.(?:jsonl|txt)$/, ''),
};

/** Cursor, by Anysphere. The format is in the README. */
export const cursorAdapter: AgentAdapter = {
  id: 'cursor',
  label: 'Cursor',
  icon: 'inspect',

  sources: [
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

  recognises: (record) =>
    isJsonObject(record) &&
    (record.role === 'user' || record.role === 'assistant') &&
    isJsonObject(record.message) &&
    Array.isArray(record.message.content) &&
    record.type === undefined,

  decode: decodeRecord,

  terminalPlan: ({ id, cwd }) =>
    cwd === undefined || !uuid.test(id)
      ? undefined
      : { executable: 'cursor-agent', args: ['--resume', id], cwd },
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
