import { firstPlace } from '#base/binarySearch.ts';
import { isAmount } from '#base/format.ts';
import type { Pacer } from '#base/pacer.ts';
import { totalUsageId, type SessionEvent, type UsageEvent } from '#core/events/event.ts';
import type { NumbersCell } from '#core/numbers/numbers.ts';
import type { LineContent, RawRecord } from '#core/jsonl/rawRecord.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import { isOthers } from '#core/index/sessionFacts.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { type Usage, beyond, noUsage, sumOf } from '#core/events/usage.ts';
import type { KnownSession } from '../roots/places.ts';
import { Cells, modelName } from './cells.ts';
import { CopiedStart, type CountedStarts } from './copiedStart.ts';
import { readWhole } from '../sources/records/readWhole.ts';
import { ownDecode } from '../sources/log/ownRecords.ts';
import { workOf } from '../sources/records/source.ts';

/** Foreign text may name any number of models: what comes after that is unknown. */
const mostModels = 50;

/** What was counted so far, over all logs: a copy of a session repeats it. */
export interface Counted {
  /** Answers and records that were counted. */
  readonly answers: Set<string>;
  readonly starts: CountedStarts;
}

/** Shorter IDs of records are unique in their log alone. */
const uniqueId = 16;

interface LogNumbers {
  readonly cells: readonly NumbersCell[];
  /** Sub-agents that the log names. */
  readonly agents: ReadonlySet<string>;
}

interface UsedAt {
  readonly event: UsageEvent;
  readonly line: number;
  readonly time: number | undefined;
}

/**
 * Reads one log, a session's or a sub-agent's, and counts what was done in it. What a fork copied
 * from its parent counts there, and usage that is repeated counts once.
 *
 * @throws UserError if it cannot be read; the pacer's reason when aborted.
 */
export async function logNumbers(
  session: Pick<KnownSession, 'adapter' | 'source' | 'layout' | 'path'>,
  { createdAt, updatedAt }: Pick<SessionSummary, 'createdAt' | 'updatedAt'>,
  counted: Counted,
  pacer: Pacer,
): Promise<LogNumbers> {
  const { adapter, source } = session;
  const decode = ownDecode(session);
  const models = new ModelsByLine();
  const start = new CopiedStart(counted.starts);
  const agents = new Set<string>();
  const used: UsedAt[] = [];
  const index = new LogIndex((record, place) => {
    models.add(place.line, adapter.modelIn?.(record));
    return decode(record, place);
  }, true);
  let time: number | undefined;
  const copies = new Copies(adapter.id, counted.answers);
  const take = (raw: RawRecord) => {
    const content = index.push(raw);
    const { events, time: dated, problems } = content;
    time = dated ?? time;
    start.add(events, raw.source.line, dated);
    copies.look(content, raw.source.line);
    for (const event of events) {
      if (event.kind === 'usage' && Object.values(event.usage).every(isAmount)) {
        used.push({ event, line: raw.source.line, time });
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
  const repeated = start.lines(isOther);
  const isCopied = (line: number, at: number | undefined) => line <= repeated || isOther(line, at);
  const cells = new Cells(createdAt ?? updatedAt);
  const before = new Map<string, Usage>();
  let summed = noUsage;
  for (const { event, line, time: at } of used) {
    const isCopy = isCopied(line, at);
    const usage = event.isSum === true ? beyond(event.usage, summed) : newUsage(event, before);
    summed = usage === undefined ? summed : sumOf(summed, usage, 1);
    const answer = event.id === undefined || event.id === totalUsageId ? undefined : event.id;
    const key = answer === undefined ? undefined : `${adapter.id} ${answer}`;
    if (usage !== undefined && !isCopy && (key === undefined || !counted.answers.has(key))) {
      cells.add(at, models.at(line), usage);
    }
  }
  for (const id of before.keys()) {
    if (id !== totalUsageId) {
      counted.answers.add(`${adapter.id} ${id}`);
    }
  }
  copies.end();
  const { rows, facts } = index.transcript;
  time = undefined;
  for (let row = 0; row < rows.length; row += 1) {
    const kind = rows.kind(row);
    const line = rows.line(row);
    // What is not dated was done after what is before it.
    time = facts.time(row) ?? time;
    if (isCopied(line, time) || copies.lines.has(line)) {
      continue;
    }
    if (kind === 'user') {
      cells.add(time, models.after(line), { prompts: 1 });
    } else if (kind === 'tool' || kind === 'shell' || kind === 'plan') {
      const failed = rows.state(row) === 'failed' ? 1 : 0;
      cells.add(time, models.at(line), { calls: 1, failed });
    }
    await pacer.pauseIfDue();
  }
  start.hold(isOther);
  return { cells: cells.all(), agents };
}

/** Lines with prompts and calls that a log counted before has, too. */
class Copies {
  readonly lines = new Set<number>();
  readonly #new: string[] = [];

  constructor(
    private readonly agent: string,
    private readonly counted: Set<string>,
  ) {}

  /** A call belongs to an answer, whose usage is beside it; the IDs of other records are kept. */
  look({ events, links }: Pick<LineContent, 'events' | 'links'>, line: number): void {
    if (!events.some(({ kind }) => countedKinds.has(kind))) {
      return;
    }
    const answer = events.find((event) => event.kind === 'usage')?.id;
    const id = answer === undefined || answer === totalUsageId ? links[0]?.id : answer;
    if (id === undefined || (id !== answer && id.length < uniqueId)) {
      return;
    }
    const key = `${this.agent} ${id}`;
    if (this.counted.has(key)) {
      this.lines.add(line);
    } else if (id !== answer) {
      this.#new.push(key);
    }
  }

  /** The log was read: what it has is counted. */
  end(): void {
    for (const key of this.#new) {
      this.counted.add(key);
    }
  }
}

const countedKinds: ReadonlySet<SessionEvent['kind']> = new Set([
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

/** Which model a log's lines are of, as far as some of them name one. */
class ModelsByLine {
  readonly #names = new Set<string>();
  /** `until` is the last line that names it before another is named. */
  readonly #changes: { readonly line: number; until: number; readonly model: string }[] = [];

  add(line: number, named: unknown): void {
    const model = modelName(named);
    if (model === '' || (this.#names.size >= mostModels && !this.#names.has(model))) {
      return;
    }
    this.#names.add(model);
    const last = this.#changes.at(-1);
    if (last?.model === model) {
      last.until = line;
    } else {
      this.#changes.push({ line, until: line, model });
    }
  }

  /** The last that was named up to a line. */
  at(line: number): string {
    return this.#changes[this.#placeAfter(line) - 1]?.model ?? '';
  }

  /** The one that answers what is said in a line: the next to be named, if any is. */
  after(line: number): string {
    const place = this.#placeAfter(line);
    const [last, next] = [this.#changes[place - 1], this.#changes[place]];
    return (last !== undefined && last.until >= line ? last : (next ?? last))?.model ?? '';
  }

  #placeAfter(line: number): number {
    return firstPlace(0, this.#changes.length, (at) => (this.#changes[at]?.line ?? 0) > line);
  }
}
