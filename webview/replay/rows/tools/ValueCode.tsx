import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { indentedJson } from '#core/jsonl/indentedJson.ts';
import type { LongText } from '#core/text/longText.ts';
import { LongCode, type TextRestProps } from '../LongText.tsx';

/** What a tool got or gave: JSON in colors and, if it came on one line, with a line for each value. */
export function ValueCode({ text, ...place }: TextRestProps): VNode {
  const shown = useMemo(() => readable(text), [text]);
  return <LongCode {...place} text={shown} language={/^\s*[[{]/.test(shown.text) ? 'json' : ''} />;
}

function readable(text: LongText): LongText {
  const indented = text.text.length < text.length ? undefined : indentedJson(text.text);
  return indented === undefined
    ? text
    : { text: indented, length: indented.length, lines: indented.split('\n').length };
}
