import { parseFilterLine } from '#core/lens/filterLine.ts';

/** The one value that a line has for a key; empty for none, or several. */
export function valueIn(line: string, key: string): string {
  const [term, ...more] = parseFilterLine(line).filter((one) => one.key === key);
  const [value, ...others] = term?.values ?? [];
  const isPlain = term?.from !== undefined && line.startsWith(`${key}:`, term.from);
  return isPlain && more.length === 0 && others.length === 0 && value?.isNegated === false
    ? value.text
    : '';
}

/** The line with a value for a key instead of those it has; with none if the value is empty. */
export function withValue(line: string, key: string, value: string): string {
  const others = parseFilterLine(line)
    .filter((term) => term.key !== key)
    .map(({ from, to }) => line.slice(from, to));
  return [...others, ...(value === '' ? [] : [`${key}:${value}`])].join(' ');
}
