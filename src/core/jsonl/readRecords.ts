import { t } from '#base/l10n.ts';
import type { JsonObject } from '../jsonObject.ts';
import type { Problem, Source } from '../events/decodedLine.ts';
import { oneLine } from '../text/oneLine.ts';
import { asciiJson } from './asciiJson.ts';
import { maxLineBytes } from './lineSplitter.ts';
import { cutBelow, isDeeperThan, maxDepth, isTooDense } from './shallowJson.ts';

/** A JSON object. */
export type JsonRecord = JsonObject;

interface LineRecords {
  /** The JSON objects of the line: one, or several if line ends were lost. */
  readonly records: readonly JsonRecord[];
  readonly problems: readonly Problem[];
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const byteOrderMark = '\uFEFF';
const excerptLength = 120;
/** Bounds the work on a line with many lost line ends, where a failed `JSON.parse` takes 5 µs. */
const maxPiecesOfEvent = 4;
const maxBadPieces = 100;
const edge = /[\s\u0085]/;
/** With room for escapes. */
const maxQuickBytes = 2 ** 28;
const none: readonly Problem[] = [];
/**
 * The last failure: a line is tried as it is and again without its damage, which is usually the
 * same text.
 */
let lastBad = '';
const maxRemembered = 4096;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** White space in JSON: blank, tab, line feed, carriage return. */
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const quote = 0x22;
const objectStart = /^\s*\{\s*["}]/;

/**
 * Parses one line's bytes into JSON objects. Damage costs no more than it touches: bad bytes are
 * replaced, NUL bytes (a crash leaves them where blocks were never written) and a byte order mark
 * are dropped, and where a writer lost a line end, the events on both sides are recovered.
 */
export function readRecords(bytes: Uint8Array, source: Source): LineRecords {
  const text = bytes.length > maxQuickBytes ? undefined : asciiJson(bytes);
  // Nearly every line is undamaged.
  const record = text === undefined ? undefined : recordIn(text);
  return record === undefined ? readDamaged(bytes, source) : { records: [record], problems: none };
}

/**
 * The one object of a line whose text comes from `asciiJson`.
 *
 * @returns undefined if the line has any problem: then use `readRecords`.
 */
export function recordIn(text: string): JsonRecord | undefined {
  const record = parse(text);
  return record === undefined || (text.length >= 2 * maxDepth && isDeeperThan(record, maxDepth))
    ? undefined
    : record;
}

function readDamaged(bytes: Uint8Array, source: Source): LineRecords {
  const problems: Problem[] = [];
  const report = (code: Problem['code'], severity: Problem['severity'], message: string) => {
    problems.push({ code, severity, source, message, excerpt: '' });
  };

  if (source.length > maxLineBytes) {
    report('tooLong', 'lost', t('The line is longer than 512 MB and was not read.'));
    return { records: [], problems };
  }
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    // The strict decoder throws on the first bad byte; the lenient one shows where they were.
    text = lenient.decode(bytes);
    report('invalidUtf8', 'odd', t('Bytes that are not UTF-8 are shown as \uFFFD.'));
  }
  if (text.startsWith(byteOrderMark)) {
    text = text.slice(1);
    report('byteOrderMark', 'odd', t('The line begins with a byte order mark.'));
  }
  if (text.includes('\0')) {
    text = text.replaceAll('\0', '');
    report('nulBytes', 'odd', t('The line contains NUL bytes, as a crash can leave them.'));
  }
  text = trimmed(text);
  if (text === '') {
    return { records: [], problems };
  }
  if (!text.startsWith('{')) {
    problems.push(lost('notAnObject', source, t('The line is not a JSON object.'), text));
    return { records: [], problems };
  }
  if (isTooDense(text)) {
    problems.push(lost('tooLong', source, t('The line has too many values to be read.'), text));
    return { records: [], problems };
  }
  const shallow = (record: JsonRecord) => {
    if (!isDeeperThan(record, maxDepth)) {
      return record;
    }
    const message = t('Data nested deeper than {0} levels is not shown.', maxDepth);
    problems.push(lost('tooDeep', source, message, text));
    return cutBelow(record, maxDepth);
  };

  const whole = parse(text);
  if (whole !== undefined) {
    return { records: [shallow(whole)], problems };
  }

  const records: JsonRecord[] = [];
  const pieces = splitJoined(text);
  let bad = 0;
  for (let at = 0; at < pieces.length;) {
    // A single piece is the whole line, which was already tried.
    const found = pieces.length === 1 ? undefined : recordAt(pieces, at);
    if (found === undefined) {
      bad += 1;
      const isLast = bad === maxBadPieces;
      const message = isLast
        ? t('The rest of the line is not valid JSON.')
        : t('The line is not valid JSON.');
      problems.push(lost('badJson', source, message, pieces[at] ?? ''));
      at = isLast ? pieces.length : at + 1;
    } else {
      records.push(shallow(found.record));
      at = found.next;
    }
  }
  if (records.length > 0) {
    report('joinedLines', 'odd', t('Several events share a line because a line end is missing.'));
  }
  return { records, problems };
}

/**
 * The event that starts with a piece. An object inside an event may start like an event, so the
 * whole event may take several pieces.
 */
function recordAt(
  pieces: readonly string[],
  at: number,
): { readonly record: JsonRecord; readonly next: number } | undefined {
  for (let next = at + 1; next <= Math.min(pieces.length, at + maxPiecesOfEvent); next += 1) {
    const record = parse(pieces.slice(at, next).join(''));
    if (record !== undefined) {
      return { record, next };
    }
  }
  return undefined;
}

/**
 * Cuts a line wherever it looks like its own beginning, for example `{"seq":`. One writer starts
 * all its lines alike, and within a JSON string the quotes would be escaped, so nothing inside an
 * event is mistaken for one.
 */
function splitJoined(text: string): string[] {
  const key = /^\{"[^"\\]{1,40}":/.exec(text)?.[0];
  if (key === undefined) {
    return [text];
  }
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const next = text.indexOf(key, from + 1);
    pieces.push(next < 0 ? text.slice(from) : text.slice(from, next));
    if (next < 0) {
      return pieces;
    }
    from = next;
  }
}

/**
 * Tries only what starts and ends like an object: a thrown error takes longer than a short line.
 */
function parse(text: string): JsonRecord | undefined {
  const isUsual = text.charCodeAt(0) === openBrace && text.charCodeAt(1) === quote;
  const mayBe = (isUsual || objectStart.test(text)) && endsLikeObject(text);
  if (!mayBe || text === lastBad || isTooDense(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text) as JsonRecord;
  } catch {
    // Not JSON: the caller reports it with the line's position.
    lastBad = text.length <= maxRemembered ? text : '';
    return undefined;
  }
}

function endsLikeObject(text: string): boolean {
  let last = text.length - 1;
  while (blanks.has(text.charCodeAt(last))) {
    last -= 1;
  }
  return text.charCodeAt(last) === closeBrace;
}

/** Without the white space at both ends, by both Go's `TrimSpace` and JavaScript. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && edge.test(text.charAt(start))) {
    start += 1;
  }
  while (start < end && edge.test(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

function lost(code: Problem['code'], source: Source, message: string, text: string): Problem {
  return { code, severity: 'lost', source, message, excerpt: oneLine(text, excerptLength) };
}
