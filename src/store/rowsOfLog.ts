import { buildProblemRow, buildRow } from '#core/replay/buildRow.ts';
import type { LogIndex } from '#core/replay/logIndex.ts';
import type { Row } from '#core/replay/row.ts';
import type { TextLimits } from '#core/text/longText.ts';
import type { ContentOf } from './lineReader.ts';

/**
 * One row of an indexed log.
 *
 * @param row number in the index's table.
 * @returns undefined where the lines no longer hold what the index saw.
 */
export function rowOfLog(
  index: LogIndex,
  row: number,
  contentOf: ContentOf,
  limits: TextLimits,
): Row | undefined {
  const ref = index.transcript.rows.get(row);
  if (ref === undefined) {
    return undefined;
  }
  if (ref.kind === 'problem') {
    const problem = index.problems[ref.event];
    return problem === undefined ? undefined : buildProblemRow(ref, problem);
  }
  const source = index.lines.get(ref.line);
  const lineEvents = contentOf(ref.line)?.events;
  const event = lineEvents?.[ref.event];
  if (source === undefined || lineEvents === undefined || event === undefined) {
    return undefined;
  }
  const end = ref.endLine === 0 ? undefined : contentOf(ref.endLine)?.events[ref.endEvent];
  return buildRow(ref, { source, event, end, lineEvents }, limits);
}

/** Everything that a person can read in a row, for finding. */
export function textsOfRow(row: Row): readonly string[] {
  switch (row.kind) {
    case 'user':
    case 'assistant':
    case 'thinking':
      return [row.text.text];
    case 'tool':
      return [row.name, row.input.text, row.output?.text ?? '', row.error ?? ''];
    case 'shell':
      return [row.command, row.summary, row.output?.text ?? '', row.error ?? ''];
    case 'diff':
      return [row.path ?? '', row.lines.map((line) => line.text).join('\n')];
    case 'compaction':
      return [row.status, row.summary.text];
    case 'interruption':
      return [];
    case 'error':
      return [row.message.text];
    case 'notice':
      return [row.text];
    case 'unknown':
      return [row.type, row.raw.text];
    case 'problem':
      return [row.problem.message, row.problem.excerpt];
  }
}
