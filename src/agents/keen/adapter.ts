import type { AgentAdapter } from '../contract/adapter.ts';
import { decodeRecord, isKnownKind } from './decode.ts';
import { goValueOf } from '../toolbox/goFields.ts';
import { isPlainId } from '../toolbox/sessionIds.ts';
import { namespaceOf } from './namespace.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { previewOfTornLine } from './tornPreview.ts';
import { turnIn } from './turn.ts';
import { keenRoot, keenWriter, logName, siblingFolder } from './write/keenWriter.ts';

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

  // Resuming a sibling's session needs its YAML file, and no log says where that is.
  terminalPlan: ({ id, cwd, path }) =>
    cwd === undefined || !isPlainId(id) || path.split(/[/\\]/).includes(siblingFolder)
      ? undefined
      : { executable: 'keen', args: ['--resume', id], cwd },
};

/** `<timestamp>-<uuid>`, the folders of builds before the first public one. */
const stampedFolder =
  /^\d[\dTZ.:_+-]*-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
