import type { DiffLine } from '#core/diff.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject } from '../toolbox/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { hunkShape } from './schema.ts';

/**
 * The lines of a `structuredPatch`: hunks whose lines begin with a blank, `-` or `+`, as in a unified
 * diff.
 */
export function patchLines(hunks: readonly unknown[], problems: LineProblems): readonly DiffLine[] {
  return hunks.flatMap((hunk): readonly DiffLine[] => {
    if (!isJsonObject(hunk)) {
      return [];
    }
    const fields = new Fields(hunk, hunkShape, 'structuredPatch', problems);
    let oldLine = fields.get('oldStart') ?? 1;
    let newLine = fields.get('newStart') ?? 1;
    const lines: DiffLine[] = [
      {
        kind: 'hunk',
        oldLine: undefined,
        newLine: undefined,
        text: `@@ -${oldLine} +${newLine} @@`,
      },
    ];
    for (const line of fields.get('lines', 'lost') ?? []) {
      if (typeof line !== 'string') {
        continue;
      }
      const text = line.slice(1);
      switch (line[0]) {
        case '+':
          lines.push({ kind: 'added', oldLine: undefined, newLine, text });
          newLine += 1;
          break;
        case '-':
          lines.push({ kind: 'removed', oldLine, newLine: undefined, text });
          oldLine += 1;
          break;
        case '\\':
          // "\ No newline at end of file"
          break;
        default:
          lines.push({ kind: 'context', oldLine, newLine, text });
          oldLine += 1;
          newLine += 1;
      }
    }
    return lines;
  });
}

/** A created file as a diff: every line is new. */
export function createdLines(content: string): readonly DiffLine[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines.map((text, at) => ({ kind: 'added', oldLine: undefined, newLine: at + 1, text }));
}
