import type { RowKind } from '../index/rowTable.ts';
import type { ToolKind } from '../index/toolKind.ts';

/** What skimming has to know of a row. */
export interface SkimmedRow {
  readonly kind: RowKind;
  /** Of a call. */
  readonly tool: ToolKind | undefined;
}

/** Kinds of rows that are always work, wherever they are. */
const workKinds: readonly RowKind[] = [
  'thinking',
  'tool',
  'shell',
  'diff',
  'notice',
  'extensionState',
];

/** Kinds of which a single row says as much as a run of one. */
const aloneKinds: readonly RowKind[] = [
  'assistant',
  'error',
  'thinking',
  'notice',
  'extensionState',
];

/** What the agent asks its user is no work. */
function isWork({ kind, tool }: SkimmedRow): boolean {
  return workKinds.includes(kind) && tool !== 'ask';
}

/** Whether a row that nothing can be folded with is a run of its own. */
export function isRunOfOne(row: SkimmedRow): boolean {
  return isWork(row) && !aloneKinds.includes(row.kind);
}

/**
 * Where the entries of a turn begin: runs of what the agent did and said on the way, and each row
 * that stays: the prompt, what the agent said last, what it asked, an error that ended the turn, and
 * marks of the session.
 *
 * @param from place of the turn's prompt. @param to the place after its last row.
 */
export function skimTurn(
  from: number,
  to: number,
  rowAt: (place: number) => SkimmedRow | undefined,
): readonly number[] {
  const folded: boolean[] = [];
  /** `said`: within the last words of the turn. */
  let last: 'none' | 'said' | 'before' = 'none';
  let isOver = true;
  for (let place = to - 1; place >= from; place -= 1) {
    const row = rowAt(place);
    const isSaid = row?.kind === 'assistant';
    if (isSaid && last === 'none') {
      last = 'said';
    } else if (!isSaid && last === 'said') {
      last = 'before';
    }
    folded[place - from] =
      row !== undefined &&
      (isWork(row) || (isSaid && last === 'before') || (row.kind === 'error' && !isOver));
    isOver &&= !isSaid && row?.kind !== 'tool' && row?.kind !== 'shell';
  }
  return folded.flatMap((isFolded, at) => (isFolded && folded[at - 1] === true ? [] : [from + at]));
}
