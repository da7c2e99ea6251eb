import type { AgentAdapter, TurnOfRecord } from '../contract/adapter.ts';
import { decodeRecord, isKnownKind } from './decode.ts';
import { goValueOf } from '../toolbox/goFields.ts';
import { isPlainId } from '../toolbox/sessionIds.ts';
import { namespaceOf } from './namespace.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { keenCarryWriter } from './write/carryWriter.ts';
import { keenRoot, keenWriter, logName, siblingFolder } from './write/keenWriter.ts';
import type { Words } from '#core/events/phrase.ts';
import { previewAfter } from '../toolbox/tornString.ts';
import { skillTitle } from './messageText.ts';
import { automaticStatus } from './compaction.ts';

/** How a line with a user's message starts, in Go's key order or the reverse. */
const beginning =
  /^\uFEFF?\s*\{\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"kind"\s*:\s*"user_message"\s*,\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"(?:user_message|payload)"\s*:\s*\{\s*"content"\s*:\s*"/i;

const previewOf = previewAfter(beginning);

/** The beginning of a user's message; of a skill's, its title. */
export function previewOfTornLine(text: string): Words | undefined {
  const preview = previewOf(text);
  return preview === undefined ? undefined : (skillTitle(preview) ?? preview);
}

/** Keen Code, and its sibling keen-agent with the same transcripts. The format is in the README. */
export const keenAdapter: AgentAdapter = {
  id: 'keen',
  label: 'Keen Code',
  icon: 'comment-discussion',

  sources: [
    {
      kind: 'log',
      roots: ({ home }) => {
        const base = trimEnd(home, '/\\');
        const root = keenRoot(home);
        return root === undefined
          ? []
          : [
              { path: root, kind: 'byFolder' },
              { path: `${base}/${siblingFolder}/*/sessions`, kind: 'byFolder' },
              { path: `${base}/${siblingFolder}/sessions`, kind: 'byFolder' },
            ];
      },
      folderFor: namespaceOf,
      path: ['*', logName],
      hasOwnFolder: true,
      hints: { startMark: '"kind":"session_started"', previewOfTornLine },
      fallbackId: (segments) => {
        const folder = segments.at(-2) ?? '';
        return stampedFolder.exec(folder)?.[1] ?? folder;
      },
    },
  ],

  recognizes: (firstRecord) =>
    isJsonObject(firstRecord) && isKnownKind(goValueOf(firstRecord, 'kind')),

  decode: decodeRecord,

  turnIn,

  writer: keenWriter,
  carryWriter: keenCarryWriter,

  // Resuming a sibling's session needs its YAML file, and no log says where that is.
  terminalPlan: ({ id, cwd, path }) =>
    cwd === undefined || !isPlainId(id) || path.split(/[/\\]/).includes(siblingFolder)
      ? undefined
      : { executable: 'keen', args: ['--resume', id], cwd },
};

/** `<timestamp>-<uuid>`, the folders of builds before the first public one. */
const stampedFolder =
  /^\d[\dTZ.:_+-]*-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** A turn is written when it ends, and otherwise only where Keen compacts in the middle of it. */
function turnIn(record: JsonObject): TurnOfRecord {
  switch (goValueOf(record, 'kind')) {
    case 'user_message':
      return 'running';
    case 'assistant_turn': {
      const turn = goValueOf(record, 'assistant_turn');
      const error = isJsonObject(turn) ? goValueOf(turn, 'error') : undefined;
      return typeof error === 'string' && error !== '' ? 'failed' : 'done';
    }
    case 'compaction_applied': {
      const payload = goValueOf(record, 'compaction_applied');
      const status = isJsonObject(payload) ? goValueOf(payload, 'status') : undefined;
      // `/compact` waits for the turn to end; ours, as part of a chat, says nothing.
      return status === '' ? 'running' : status === automaticStatus ? undefined : 'done';
    }
    default:
      return undefined;
  }
}
