import { append } from '#base/append.ts';
import { firstPlace } from '#base/binarySearch.ts';
import { isAmount } from '#base/format.ts';
import type { Pacer } from '#base/pacer.ts';
import { totalUsageId, type SessionEvent, type UsageEvent } from '#core/events/event.ts';
import type { LineContent, RawRecord } from '#core/jsonl/rawRecord.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import type { KnownLimits } from '#core/events/limits.ts';
import { isOthers } from '#core/index/sessionFacts.ts';
import { dateOf, type SessionSummary } from '#core/events/session.ts';
import { type Usage, beyond, noUsage, sentOf, sumOf } from '#core/events/usage.ts';
import { timeParts, timeSpans, type TimedCall, type TimeMark } from '#core/numbers/timeSpans.ts';
import type { SlowCall, Tool } from '#core/numbers/times.ts';
import { modelName } from '#core/prices/modelNames.ts';
import { rowId } from '#core/rows/rowId.ts';
import type { KnownSession } from '../roots/places.ts';
import { CallNotes, runOf } from './callTimes.ts';
import { Prints } from './copiedStart.ts';
import { hash52 } from './hash52.ts';
import { pack } from './packed.ts';
import { readWhole } from '../sources/records/readWhole.ts';
import { ownDecode } from '../sources/log/ownRecords.ts';
import { workOf } from '../sources/records/source.ts';

/** Foreign text may name any number of models: what comes after that is unknown. */
const mostModels = 50;

/** Shorter IDs of records are unique in their log alone. */
const uniqueId = 16;

/** Amounts of money are whole numbers of these. */
export const dollar = 1e10;

/**
 * What was done in one log, in its order, whatever was counted in others: a text holds numbers, see `pack`. Days and
 * prices are not in it, so that it stays true in another time zone and with another price table.
 */
export interface LogTally {
  /** The session's. */
  readonly id: string;
  /** Epoch ms: of what is not dated. */
  readonly date: number;
  /** Names, by the numbers that stand for them. */
  readonly models: readonly string[];
  /** Sub-agents that the log names. */
  readonly agents: readonly string[];
  /** See `Print`: line after the last, print, whether it is another session's. */
  readonly prints: string;
  /**
   * Usage that was not told before: line after the last, time, model, key, tokens of the context that earlier parts of
   * the same request had, input, output, cacheRead, cacheWrite, cacheWriteLong, cost.
   */
  readonly usage: string;
  /**
   * Prompts and calls: line after the last, time, model, key, what it is (see `workKinds`), place among the line’s
   * events, tool, and ms that it ran and one more, 0 if that is not known.
   */
  readonly work: string;
  /** What the numbers of tools stand for. */
  readonly tools: readonly Tool[];
  /** The longest calls first, with what tells copies. */
  readonly slow: readonly (SlowCall & { readonly line: number; readonly key: number })[];
  /** The last limits of the account in it. */
  readonly limits?: KnownLimits;
  /** Parts of its time: line of the log after the last, time, key, part, ms. */
  readonly spans: string;
}

/** In every time zone, a day begins at one of these. ms */
export const quarter = 15 * 60_000;

/** Of one log; and what is too short to tell, ms. */
const mostSlow = 5;
const leastSlow = 10_000;

export const workKinds = ['prompt', 'call', 'failedCall'] as const;

/** Times are quarters of an hour since 1970, and one more; 0 for none, and none that a calendar has. */
function timeNumber(time: number | undefined): number {
  return time === undefined ? 0 : time >= 0 && time < 1e16 ? 1 + Math.floor(time / quarter) : 1e12;
}

interface UsedAt {
  readonly event: UsageEvent;
  readonly line: number;
  readonly time: number | undefined;
}

/**
 * Reads one log, a session's or a sub-agent's. What a fork copied from its parent is left out: it counts there.
 *
 * @throws UserError if it cannot be read; the pacer's reason when aborted.
 */
export async function readTally(
  session: Pick<KnownSession, 'adapter' | 'source' | 'layout' | 'path'>,
  { id, createdAt, updatedAt }: Pick<SessionSummary, 'id' | 'createdAt' | 'updatedAt'>,
  pacer: Pacer,
): Promise<LogTally> {
  const { adapter, source } = session;
  const decode = ownDecode(session);
  const models = new ModelsByLine();
  const prints = new Prints();
  const agents = new Set<string>();
  const used: UsedAt[] = [];
  let lastTold: KnownLimits['limits'] | undefined;
  const index = new LogIndex((record, place) => {
    models.add(place.line, adapter.modelIn?.(record));
    const told = adapter.limitsIn?.(record) ?? [];
    lastTold = told.length > 0 ? told : lastTold;
    return decode(record, place);
  }, true);
  let time: number | undefined;
  let limits: KnownLimits | undefined;
  const keys = new Map<number, number>();
  const notes = new CallNotes();
  const keyOf = (each: string) => hash52(`${adapter.id} ${each}`);
  const take = (raw: RawRecord) => {
    const content = index.push(raw);
    const { events, time: dated, problems } = content;
    const { line } = raw.source;
    time = dated ?? time;
    if (lastTold !== undefined && time !== undefined) {
      limits = { time, limits: lastTold };
      lastTold = undefined;
    }
    prints.add(events, line, dated);
    notes.look(content, line);
    const named = idOf(content);
    if (named !== undefined) {
      keys.set(line, keyOf(named));
    }
    for (const event of events) {
      if (event.kind === 'usage' && Object.values(event.usage).every(isAmount)) {
        used.push({ event, line, time });
      } else if (event.kind === 'toolCall' || event.kind === 'toolResult') {
        event.agents?.forEach((agent) => agents.add(agent));
      }
    }
    return workOf(problems.length);
  };
  await readWhole(source, take, pacer);
  index.releaseHeld();
  const isOther = (line: number, at: number | undefined) =>
    isOthers(index.facts, line, at, createdAt);

  const printed = new Numbers();
  for (const { line, time: at, print } of prints.all) {
    printed.add(line, print, isOther(line, at) ? 1 : 0);
  }
  const usage = new Numbers();
  const before = new Map<string, Usage>();
  let summed = noUsage;
  for (const { event, line, time: at } of used) {
    const known = event.id === undefined ? undefined : before.get(event.id);
    const more = event.isSum === true ? beyond(event.usage, summed) : newUsage(event, before);
    summed = more === undefined ? summed : sumOf(summed, more, 1);
    if (more !== undefined && !isOther(line, at)) {
      const answer = event.id === undefined || event.id === totalUsageId ? undefined : event.id;
      const { input, output, cacheRead, cacheWrite, cacheWriteLong = 0, cost } = more;
      const key = answer === undefined ? 0 : keyOf(answer);
      const earlier = answer === undefined || known === undefined ? 0 : sentOf(known);
      const when = timeNumber(at);
      usage.add(
        line,
        when,
        models.numberAt(line),
        key,
        Math.round(earlier),
        Math.round(input),
        Math.round(output),
        Math.round(cacheRead),
        Math.round(cacheWrite),
        Math.round(cacheWriteLong),
        Math.round(cost * dollar),
      );
    }
  }
  const work = new Numbers();
  const { rows, facts } = index.transcript;
  const marks: TimeMark[] = [];
  const calls: TimedCall[] = [];
  const slow: LogTally['slow'][number][] = [];
  time = undefined;
  for (let row = 0; row < rows.length; row += 1) {
    const kind = rows.kind(row);
    const line = rows.line(row);
    // What is not dated was done after what is before it.
    time = facts.time(row) ?? time;
    const isCall = kind === 'tool' || kind === 'shell' || kind === 'plan';
    const isOwn = !isOther(line, time);
    const mark = isOwn ? notes.mark(index.transcript, row) : undefined;
    if (mark !== undefined) {
      marks.push(mark);
    }
    if ((kind === 'user' || isCall) && isOwn) {
      const model = isCall ? models.numberAt(line) : models.numberAfter(line);
      const what = !isCall ? 'prompt' : rows.state(row) === 'failed' ? 'failedCall' : 'call';
      const key = keys.get(line) ?? 0;
      const event = rows.event(row);
      const call = isCall ? notes.call(index.transcript, row) : undefined;
      const ms = call && runOf(call);
      const tool = call?.tool ?? 0;
      const kindNumber = workKinds.indexOf(what);
      const lasted = ms === undefined ? 0 : ms + 1;
      work.add(line, timeNumber(time), model, key, kindNumber, event, tool, lasted);
      if (call !== undefined) {
        calls.push(call);
      }
      if (call !== undefined && ms !== undefined && ms > (slow[mostSlow - 1]?.ms ?? leastSlow)) {
        const { begin, title } = call;
        const ran = notes.tools[call.tool] ?? { name: '' };
        const one = { rowId: rowId({ kind, line, event }), tool: ran, title, time: begin, ms };
        slow.push({ ...one, line, key });
        slow.sort((a, b) => b.ms - a.ms);
        slow.length = Math.min(slow.length, mostSlow);
      }
    }
    await pacer.pauseIfDue();
  }
  const spans = new Numbers();
  for (const { part, begin, end, line } of timeSpans(marks, calls)) {
    const ms = Math.round(end - begin);
    spans.add(line, timeNumber(begin), keys.get(line) ?? 0, timeParts.indexOf(part), ms);
  }
  return {
    id,
    date: dateOf({ createdAt, updatedAt }),
    models: models.names,
    agents: [...agents],
    prints: printed.packed(),
    usage: usage.packed(),
    work: work.packed(),
    tools: notes.tools,
    slow,
    ...(limits === undefined ? {} : { limits }),
    spans: spans.packed(),
  };
}

/** Rows of numbers, each of a line. */
class Numbers {
  readonly #all: number[] = [];
  #line = 0;

  add(line: number, ...more: readonly number[]): void {
    this.#all.push(line - this.#line);
    append(this.#all, more);
    this.#line = line;
  }

  packed(): string {
    return pack(this.#all);
  }
}

/**
 * What stands for a line with prompts, answers or calls in all copies of it. A call belongs to an answer, whose usage is beside
 * it; else the record's own ID counts.
 */
function idOf({ events, links }: Pick<LineContent, 'events' | 'links'>): string | undefined {
  if (!events.some(({ kind }) => countedKinds.has(kind))) {
    return undefined;
  }
  const answer = events.find((event) => event.kind === 'usage')?.id;
  if (answer !== undefined && answer !== totalUsageId) {
    return answer;
  }
  const id = links[0]?.id;
  return id === undefined || id.length < uniqueId ? undefined : id;
}

const countedKinds: ReadonlySet<SessionEvent['kind']> = new Set([
  'assistantText',
  'thinking',
  'toolResult',
  'userMessage',
  'userReply',
  'toolCall',
  'shellRun',
]);

/** What an event adds; undefined if it only repeats. @param before by ID. */
function newUsage(
  { id, usage, isBase }: UsageEvent,
  before: Map<string, Usage>,
): Usage | undefined {
  if (id === undefined) {
    return usage;
  }
  if (isBase === true) {
    before.set(id, usage);
    return undefined;
  }
  const known = before.get(id);
  if (known !== undefined && usage.output <= known.output) {
    return undefined;
  }
  before.set(id, usage);
  return known === undefined ? usage : sumOf(usage, known, -1);
}

/** Which model a log's lines are of, as far as some of them name one; by its number in a list of names. */
class ModelsByLine {
  /** The first stands for none. */
  readonly #numbers = new Map([['', 0]]);
  /** `until` is the last line that names it before another is named. */
  readonly #changes: { readonly line: number; until: number; readonly model: number }[] = [];

  get names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  add(line: number, named: unknown): void {
    const name = modelName(named);
    const model = this.#numbers.get(name) ?? this.#numbers.size;
    if (name === '' || model > mostModels) {
      return;
    }
    this.#numbers.set(name, model);
    const last = this.#changes.at(-1);
    if (last?.model === model) {
      last.until = line;
    } else {
      this.#changes.push({ line, until: line, model });
    }
  }

  /** The last that was named up to a line. */
  numberAt(line: number): number {
    return this.#changes[this.#placeAfter(line) - 1]?.model ?? 0;
  }

  /** The one that answers what is said in a line: the next to be named, if any is. */
  numberAfter(line: number): number {
    const place = this.#placeAfter(line);
    const [last, next] = [this.#changes[place - 1], this.#changes[place]];
    return (last !== undefined && last.until >= line ? last : (next ?? last))?.model ?? 0;
  }

  #placeAfter(line: number): number {
    return firstPlace(0, this.#changes.length, (at) => (this.#changes[at]?.line ?? 0) > line);
  }
}
