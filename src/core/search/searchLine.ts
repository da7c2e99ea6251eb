import { t } from '#base/l10n.ts';
import { filterKeys, filterLineProblem, parseFilterLine, timeIn } from '../lens/filterLine.ts';
import type { FilterTerm, FilterValue } from '../lens/filterLine.ts';
import { rowTextKinds, type RowTextKind } from '../rows/rowTexts.ts';
import { expiresWithin, periodIn } from '../events/expiry.ts';
import type { SessionSummary } from '../events/session.ts';

/** A filter line for a search over sessions: that of a replay, with `agent:`, `tag:`, `expires:` and `in:`. */
interface SearchLine {
  /** What is left for the rows. */
  readonly rows: string;
  /** The texts that are searched; undefined for all. */
  readonly texts: readonly RowTextKind[] | undefined;
  readonly isWanted: (
    session: Pick<SessionSummary, 'agent' | 'createdAt' | 'updatedAt' | 'expiresAt' | 'marks'>,
  ) => boolean;
  /** The first sentence about what is wrong with it. */
  readonly problem: string | undefined;
}

/** The plain words in a line, which are searched for, and what is left of it: its filters. */
export function splitWords(line: string): { readonly words: string; readonly filters: string } {
  const terms = parseFilterLine(line).map(({ from, to, key, hasColon }) => {
    const text = line.slice(from, to);
    return { text, isWord: !hasColon && !/^[-!]/.test(text) && key !== '' };
  });
  const join = (isWord: boolean) =>
    terms.flatMap((term) => (term.isWord === isWord ? [term.text] : [])).join(' ');
  return { words: join(true).replaceAll('"', ''), filters: join(false) };
}

/** @param agents the IDs of all agents. */
export function parseSearchLine(line: string, agents: readonly string[]): SearchLine {
  const terms = parseFilterLine(line);
  const [ofTexts = [], ofAgents = [], ofTags = [], ofExpiry = []] = ownKeys.map((key) =>
    terms.filter((term) => keyOf(term) === key),
  );
  const ofRows = terms.filter((term) => !ownKeys.includes(keyOf(term)));
  const rows = ofRows.map(({ from, to }) => line.slice(from, to)).join(' ');
  const texts =
    ofTexts.length === 0 ? undefined : rowTextKinds.filter((kind) => passes(ofTexts, line, [kind]));
  const problem =
    wrongValue(ofAgents, agents, (value) => t('There is no agent “{0}”.', value)) ??
    wrongValue(ofTexts, rowTextKinds, (value) =>
      t('There is no text “{0}”. Available texts: {1}.', value, rowTextKinds.join(', ')),
    ) ??
    wrongPeriod(ofExpiry) ??
    unknownKey(ofRows) ??
    filterLineProblem(rows);
  return {
    rows,
    texts,
    isWanted: ({ agent, createdAt, updatedAt, expiresAt, marks }) =>
      passes(ofAgents, line, [agent]) &&
      passes(ofTags, line, marks?.tags ?? []) &&
      ofExpiry.every((term) => isExpiring(term, line, expiresAt)) &&
      ofRows.every((term) => isInTime(term, line, createdAt ?? -Infinity, updatedAt)),
    problem,
  };
}

/** Keys that a replay's filter line does not have. */
const ownKeys: readonly string[] = ['in', 'agent', 'tag', 'expires'];

function keyOf({ key, hasColon }: FilterTerm): string {
  return hasColon ? key.toLowerCase() : '';
}

/** Whether one of the values is one of those that each of the terms names. */
function passes(terms: readonly FilterTerm[], line: string, values: readonly string[]): boolean {
  const all = values.map((value) => value.toLowerCase());
  return terms.every((term) => {
    const named = namedIn(term);
    const isOne =
      named.length === 0 ||
      named.some(
        ({ text, isNegated }) => all.includes(text.toLowerCase().replace(/^#/u, '')) !== isNegated,
      );
    return isOne !== (named.length > 0 && isNegated(term, line));
  });
}

function isNegated({ from }: FilterTerm, line: string): boolean {
  return /[-!]/.test(line.charAt(from));
}

/** What is not still being written. */
function namedIn({ values }: FilterTerm): readonly FilterValue[] {
  return values.filter(({ text }) => text !== '');
}

/** Whether a session that was written between two times can have rows that pass a term. */
function isInTime(term: FilterTerm, line: string, begin: number, end: number): boolean {
  const key = term.key.toLowerCase();
  const [only, ...more] = namedIn(term);
  const time = only === undefined ? undefined : timeIn(only.text);
  if (time === undefined || only?.isNegated === true || more.length > 0 || isNegated(term, line)) {
    return true;
  }
  return key === 'after' ? end >= time : key === 'before' ? begin < time : true;
}

/** Whether its agent deletes a session within one of the periods that a term names. */
function isExpiring(term: FilterTerm, line: string, expiresAt: number | undefined): boolean {
  const periods = namedIn(term).flatMap(({ text, isNegated }) => {
    const ms = periodIn(text);
    return ms === undefined ? [] : [{ ms, isNegated }];
  });
  const now = Date.now();
  const isOne = periods.some(
    ({ ms, isNegated }) => expiresWithin(expiresAt, ms, now) !== isNegated,
  );
  return periods.length === 0 || isOne !== isNegated(term, line);
}

function wrongPeriod(terms: readonly FilterTerm[]): string | undefined {
  const wrong = terms.flatMap(namedIn).find(({ text }) => periodIn(text) === undefined);
  return wrong && t('“{0}” is not a period of time. Try expires:7d or expires:12h.', wrong.text);
}

function wrongValue(
  terms: readonly FilterTerm[],
  known: readonly string[],
  say: (value: string) => string,
): string | undefined {
  const wrong = terms.flatMap(namedIn).find(({ text }) => !known.includes(text.toLowerCase()));
  return wrong && say(wrong.text);
}

function unknownKey(terms: readonly FilterTerm[]): string | undefined {
  const known: readonly string[] = [...ownKeys, ...filterKeys];
  const wrong = terms.find(({ key }) => key !== '' && !known.includes(key.toLowerCase()));
  const all = known.join(', ');
  return wrong && t('There is no filter “{0}”. Available filters: {1}.', wrong.key, all);
}
