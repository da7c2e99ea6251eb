import { t } from '#base/l10n.ts';
import {
  filterKeys,
  kindName,
  parseFilterLine,
  rowStates,
  type FilterKey,
  type FilterTerm,
} from './filterLine.ts';
import type { RowKind } from '../index/rowTable.ts';
import { toolName } from '../index/toolKind.ts';

/** What a session has to filter by, with the number of rows of each, most frequent first. */
export interface FilterValues {
  readonly tools: readonly CountedValue[];
  readonly files: readonly CountedValue[];
  readonly exits: readonly CountedValue[];
}

export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

/** A completion of a filter line: `text` replaces the line from `from` to `to`. */
export interface FilterProposal {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** What a key filters by. */
  readonly detail?: string;
  /** Rows with this value. */
  readonly count?: number;
  /** A value is still to follow. */
  readonly isKey: boolean;
}

/** More than anybody reads. */
const mostProposals = 50;

/** Completions of the term at a place in a line. */
export function filterProposals(
  line: string,
  place: number,
  kinds: Readonly<Partial<Record<RowKind, number>>>,
  values: FilterValues,
): readonly FilterProposal[] {
  const term = parseFilterLine(line).find(({ from, to }) => from < place && place <= to);
  const colon = term?.hasColon === true ? line.indexOf(':', term.from) : Infinity;
  return term === undefined || place <= colon
    ? keyProposals(line, place, term)
    : valueProposals(line, place, term, kinds, values);
}

function keyProposals(
  line: string,
  place: number,
  term: FilterTerm | undefined,
): readonly FilterProposal[] {
  const sign = term !== undefined && /[-!]/.test(line.charAt(term.from)) ? 1 : 0;
  const from = (term?.from ?? place) + sign;
  const typed = line.slice(from, place).toLowerCase();
  const to = term === undefined ? place : from + term.key.length + (term.hasColon ? 1 : 0);
  return filterKeys
    .map((key) => ({ key, text: `${key}:` }))
    .filter(({ text }) => text.startsWith(typed) && text !== typed)
    .map(({ key, text }) => ({ text, from, to, detail: details[key](), isKey: true }));
}

const details: Readonly<Record<FilterKey, () => string>> = {
  kind: () => t('Kind of row'),
  tool: () => t('Tool, by name or by what it does'),
  file: () => t('File, such as *.ts or src/**'),
  exit: () => t('Exit code, such as 0 or !0'),
  is: () => t('What it is, or how a call ended: error, change, declined'),
  'larger-than': () => t('More characters than, such as 50k'),
  after: () => t('After the latest compaction, or a day'),
  before: () => t('Before a day'),
};

function valueProposals(
  line: string,
  place: number,
  term: FilterTerm,
  kinds: Readonly<Partial<Record<RowKind, number>>>,
  values: FilterValues,
): readonly FilterProposal[] {
  const key = filterKeys.find((one) => one === term.key.toLowerCase());
  const value = term.values.find(({ from, to }) => from <= place && place <= to);
  if (key === undefined || value === undefined) {
    return [];
  }
  const { from, to } = value;
  const typed = line.slice(from, place).replaceAll('"', '').toLowerCase();
  const shown = key === 'tool' ? toolName : (text: string) => text;
  const names = ({ value: text }: CountedValue) =>
    [shown(text), text].map((name) => name.toLowerCase());
  const begins = (one: CountedValue) => names(one).some((name) => name.startsWith(typed));
  const holds = (one: CountedValue) => names(one).some((name) => name.includes(typed));
  const all = valuesOf(key, kinds, values).filter((one) => names(one)[0] !== typed);
  return [...all.filter(begins), ...all.filter((one) => holds(one) && !begins(one))]
    .slice(0, mostProposals)
    .map(({ value, count }) => ({ text: shown(value), count }))
    .map(({ text, count }) => ({
      text: /[\s,]/.test(text) ? `"${text}"` : text,
      from,
      to,
      ...(count > 0 ? { count } : {}),
      isKey: false,
    }));
}

function valuesOf(
  key: FilterKey,
  kinds: Readonly<Partial<Record<RowKind, number>>>,
  { tools, files, exits }: FilterValues,
): readonly CountedValue[] {
  switch (key) {
    case 'kind':
      return (Object.entries(kinds) as [RowKind, number][])
        .map(([kind, count]) => ({ value: kindName(kind), count }))
        .toSorted((a, b) => b.count - a.count);
    case 'tool':
      return tools;
    case 'file':
      return files;
    case 'exit':
      return exits;
    case 'is':
      return rowStates.map((value) => ({ value, count: 0 }));
    case 'larger-than':
      return ['1k', '10k', '50k', '1M'].map((value) => ({ value, count: 0 }));
    case 'after':
      return [{ value: 'compaction', count: kinds.compaction ?? 0 }, ...days];
    case 'before':
      return days;
  }
}

const days = ['1d', '7d', '30d'].map((value) => ({ value, count: 0 }));
