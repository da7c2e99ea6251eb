import { stripAnsi } from '#core/text/ansi.ts';
import { longText, type TextLimits } from '#core/text/longText.ts';
import { withLongTexts, withRowStrings } from '#core/rows/rowStrings.ts';
import type { Diff, Row } from '#core/rows/row.ts';
import type { Redaction } from './redaction.ts';

/** Stands between two texts of a row, so that nothing is found across both. */
const between = '\n\0\n';

/** All that a row says, as one text to look through. Colors may stand inside a secret. */
export function textOfRow(row: Row): string {
  const texts: string[] = [];
  withRowStrings(plainOutput(row), (text) => {
    texts.push(text);
    return text;
  });
  return texts.join(between);
}

/**
 * A row without what is not to be shared. The row has its whole texts, and they are cut afterwards:
 * a secret that is cut in two is found by no rule.
 */
export function redactedRow(row: Row, redaction: Redaction, limits: TextLimits): Row {
  redaction.look(textOfRow(row));
  const redact = (text: string) => redaction.redact(text);
  const plain = withRowStrings(withoutHiddenSecrets(row, redact), redact);
  const cut = withLongTexts(plain, (text) => longText(text, limits));
  if (cut.kind === 'diff') {
    return cutDiff(cut, limits);
  }
  return (cut.kind === 'tool' || cut.kind === 'shell') && cut.diffs !== undefined
    ? { ...cut, diffs: cut.diffs.map((diff) => cutDiff(diff, limits)) }
    : cut;
}

function cutDiff<D extends Diff>(diff: D, limits: TextLimits): D {
  return { ...diff, lines: diff.lines.slice(0, Math.min(diff.lines.length, limits.lines)) };
}

/** An output loses its colors if a secret would otherwise stay between them. */
function withoutHiddenSecrets(row: Row, redact: (text: string) => string): Row {
  const plain = plainOutput(row);
  return plain.kind !== 'shell' || row.kind !== 'shell' || plain === row
    ? row
    : redact(plain.output?.text ?? '') === stripAnsi(redact(row.output?.text ?? ''))
      ? row
      : plain;
}

function plainOutput(row: Row): Row {
  return row.kind === 'shell' && row.output?.text.includes('\u001b') === true
    ? { ...row, output: { ...row.output, text: stripAnsi(row.output.text) } }
    : row;
}
