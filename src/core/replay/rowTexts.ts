import type { LongText, Row } from './row.ts';

/** All readable text in a row, in drawing order; for searching. */
export function textsOfRow(row: Row): readonly string[] {
  switch (row.kind) {
    case 'user':
    case 'assistant':
    case 'thinking':
      return [row.text.text];
    case 'tool':
      return [row.name, row.input.text, row.error ?? '', outputBesideError(row)];
    case 'shell':
      return [row.summary, row.command, outputBesideError(row), row.error ?? ''];
    case 'diff':
      return [row.path ?? '', row.lines.map((line) => line.text).join('\n')];
    case 'compaction':
      return [row.summary.text, row.status];
    case 'interruption':
      return [];
    case 'error':
      return [row.message.text];
    case 'branch':
      return row.branches.map(({ preview }) => preview);
    case 'branchSummary':
    case 'fork':
      return [row.summary.text];
    case 'extensionState':
      return [row.extension, row.state.text];
    case 'notice':
      return [row.text.text];
    case 'unknown':
      return [row.type, row.raw.text];
    case 'problem':
      return [row.problem.message, row.problem.excerpt];
  }
}

interface Outcome {
  readonly output: LongText | undefined;
  readonly error: string | undefined;
}

function outputBesideError(outcome: Outcome): string {
  return saysErrorTwice(outcome) ? '' : (outcome.output?.text ?? '');
}

/** Some agents repeat a failed call's output as its error; it is shown once. */
export function saysErrorTwice({ output, error }: Outcome): boolean {
  return error !== undefined && output?.length === error.length && error.startsWith(output.text);
}
