import { wellFormedJson } from './wellFormed.ts';

/**
 * A tool's input or output for people: text as it is, an object as `key: value` lines with
 * multi-line text as a block, anything else as JSON. Nothing is left out, and the raw line is
 * always a click away.
 */
export function readableValue(value: unknown): string {
  if (value === undefined) {
    return '';
  }
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wellFormedJson(JSON.stringify(value, null, 2));
  }
  return Object.entries(value)
    .map(([key, member]) => `${key}:${readableMember(member)}`)
    .join('\n');
}

function readableMember(member: unknown): string {
  if (typeof member === 'string') {
    return member.includes('\n') ? `\n${indented(member)}` : ` ${member}`;
  }
  const json = wellFormedJson(JSON.stringify(member, null, 2));
  const short = wellFormedJson(JSON.stringify(member));
  return short.length <= 80 ? ` ${short}` : `\n${indented(json)}`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
