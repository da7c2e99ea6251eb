import { t } from '#base/l10n.ts';
import type { DiffLine } from '../../events/diff.ts';
import type { TextLimits } from '../../text/longText.ts';
import { line, lineChanges } from '../../changes/lineChanges.ts';
import { Members, pathNames, type ToolCall } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import { patchFiles, type PatchedFile } from './patchFiles.ts';
import type { EditView, FileEdit } from './toolView.ts';

const oldNames = ['old_string', 'oldString', 'oldText', 'old_str', 'old'] as const;
const newNames = ['new_string', 'newString', 'newText', 'new_str', 'new'] as const;

export function editView({ input }: ToolCall, limits: TextLimits): EditView | undefined {
  const patch = input.text('patch', 'input', 'patchText', 'patch_text');
  const files = patch === undefined ? replaced(input) : patchFiles(patch);
  return files === undefined
    ? undefined
    : {
        kind: 'edit',
        files: files.map((file) => cut(file, limits)),
        more: input.rest(limits),
        hasOutput: false,
      };
}

function replaced(input: Members): readonly PatchedFile[] | undefined {
  const path = input.text(pathNames);
  const lines = path === undefined ? undefined : (pair(input) ?? several(input));
  return path === undefined || lines === undefined ? undefined : [{ path, change: 'edit', lines }];
}

/** One text for another. */
function pair(members: Members, among = 1): DiffLine[] | undefined {
  const before = members.text(oldNames);
  const after = members.text(newNames);
  return before === undefined || after === undefined
    ? undefined
    : lineChanges(before, after, among);
}

/** A list of edits, of either form; undefined if there is any other. */
function several(input: Members): DiffLine[] | undefined {
  const edits = input.list('edits', 'ops', 'operations', 'replacements') ?? [];
  const all = edits.map((edit) =>
    isJsonObject(edit) ? oneOf(new Members(edit), edits.length) : undefined,
  );
  return edits.length === 0 || all.includes(undefined)
    ? undefined
    : all.flatMap((lines = [], at) =>
        at === 0 || lines[0]?.kind === 'hunk' ? lines : [line('hunk', '⋯'), ...lines],
      );
}

function oneOf(edit: Members, among: number): DiffLine[] | undefined {
  return pair(edit, among) ?? operation(edit);
}

/** Keen’s edits name lines as `18:D8`, and what they held is not in the log. */
function operation(edit: Members): DiffLine[] | undefined {
  const op = edit.text('op');
  const start = lineNumber(edit.text('start'));
  const end = lineNumber(edit.text('end')) ?? start;
  const text = edit.text('text') ?? '';
  if (op === undefined || start === undefined || end === undefined) {
    return undefined;
  }
  const added = lineChanges('', text);
  switch (op) {
    case 'replace':
      return [line('hunk', t('Replaces lines {0} to {1}', start, end)), ...added];
    case 'delete':
      return [line('hunk', t('Deletes lines {0} to {1}', start, end))];
    case 'insert':
      return [line('hunk', t('Inserts after line {0}', start)), ...added];
    default:
      return undefined;
  }
}

function lineNumber(anchor: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,9})(?::|$)/.exec(anchor ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function cut({ path, change, movedTo, lines }: PatchedFile, limits: TextLimits): FileEdit {
  return {
    path,
    change,
    ...(movedTo === undefined ? {} : { movedTo }),
    lines: lines.slice(0, linesWithin(lines, limits)),
    total: lines.length,
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  };
}

function linesWithin(lines: readonly DiffLine[], limits: TextLimits): number {
  let chars = 0;
  let count = 0;
  for (const { text } of lines) {
    chars += text.length;
    if (count === limits.lines || (chars > limits.chars && count > 0)) {
      break;
    }
    count += 1;
  }
  return count;
}
