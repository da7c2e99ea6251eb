import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { changeIn, previewOfTornLine } from './hints.ts';
import { decodeRecord } from './decode.ts';
import { projectFolderOf } from './projectFolder.ts';
import { configFiles, roots } from './roots.ts';
import { turnIn } from './turn.ts';

/** pi. The format is in the README. */
export const piAdapter: AgentAdapter = {
  id: 'pi',
  label: 'pi',
  icon: 'git-merge',

  sources: [
    {
      kind: 'log',
      configFiles,
      roots,
      folderFor: projectFolderOf,
      path: ['*.jsonl'],
      hints: { nameMark: '"session_info"', changeIn, previewOfTornLine },
      fallbackId: idInName(/\.jsonl$/, /^[^_]*_(.+)$/),
    },
  ],

  recognizes: (firstRecord) =>
    isJsonObject(firstRecord) &&
    (firstRecord.type === 'session' ? isHeader(firstRecord) : isEntry(firstRecord)),

  decode: decodeRecord,

  modelIn: ({ message }) =>
    isJsonObject(message) && message.role === 'assistant' ? message.model : undefined,

  turnIn,

  isDatedByStart: true,

  terminalPlan: ({ cwd, path }) =>
    cwd === undefined || !isSafePath(path)
      ? undefined
      : { executable: 'pi', args: ['--session', path], cwd },
};

/** Others start alike: agent has version 1, which pi never wrote, and fen dates without colons. */
function isHeader({ version, id, timestamp }: Readonly<Record<string, unknown>>): boolean {
  return (
    (version === undefined || (typeof version === 'number' && version >= 2)) &&
    typeof id === 'string' &&
    typeof timestamp === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:/.test(timestamp)
  );
}

/** What may come first if the header cannot be read. */
const entryTypes: ReadonlySet<unknown> = new Set([
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
  'usage',
  'context_edit',
]);

/**
 * fen and agent spell the parent's key differently; version 1 is not recognizable without its
 * header.
 */
function isEntry({ type, id, parentId }: Readonly<Record<string, unknown>>): boolean {
  return (
    entryTypes.has(type) &&
    typeof id === 'string' &&
    (parentId === null || typeof parentId === 'string')
  );
}

/** pi treats any text with a separator as a path. An absolute one cannot pass for an option. */
function isSafePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)[^\p{Cc}]*$/u.test(path);
}
