import { Outline, fileCount, type OutlineRow } from '#core/lens/outline.ts';
import type { Row } from '#core/rows/row.ts';
import { toolKind } from '#core/index/toolKind.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { OutlineEntry } from '#protocol/pages/outline.ts';

const outlines = new WeakMap<readonly Row[], OutlineEntry[]>();

/** The outline of a test's rows, by the product's own rules; made once of the same rows. */
export function outlineOfRows(rows: readonly Row[]): OutlineEntry[] {
  const entries = outlines.get(rows) ?? makeOutline(rows);
  outlines.set(rows, entries);
  return entries;
}

function makeOutline(rows: readonly Row[]): OutlineEntry[] {
  const outline = new Outline((place) => {
    const row = rows[place];
    return row && outlineRow(row);
  });
  return outline.parts(rows.length).flatMap(({ kind, place, led }): OutlineEntry[] => {
    const row = rows[place];
    if (row === undefined) {
      return [];
    }
    const time = row.time === undefined ? {} : { time: row.time };
    const base = { rowId: row.id, index: place, ...time };
    if (kind !== 'prompt' || row.kind !== 'user') {
      return kind === 'prompt' ? [] : [{ ...base, kind }];
    }
    const { calls, commands, failures, files, durationMs } = led;
    return [
      {
        ...base,
        kind,
        text: oneLine(row.text.text, 160),
        files: fileCount(files, undefined),
        commands,
        failures,
        calls,
        ...(durationMs === undefined ? {} : { durationMs }),
      },
    ];
  });
}

function outlineRow(row: Row): OutlineRow {
  const durationNs = 'durationNs' in row ? row.durationNs : undefined;
  return {
    kind: row.kind,
    state: row.kind === 'tool' || row.kind === 'shell' ? row.state : 'done',
    fact: {
      time: row.time,
      tool: row.kind === 'shell' ? 'shell' : row.kind === 'tool' ? toolKind(row.name) : undefined,
      name: row.kind === 'tool' ? row.name : undefined,
      path: row.kind === 'tool' ? row.title : row.kind === 'diff' ? row.path : undefined,
      size: 0,
      added: 0,
      removed: 0,
      exitCode: undefined,
      command: undefined,
      durationMs: durationNs === undefined ? undefined : durationNs / 1e6,
    },
  };
}
