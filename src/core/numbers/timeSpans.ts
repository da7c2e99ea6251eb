/** Who had the time of a session. `waiting`: for the user, who had to permit or to answer something. */
export const timeParts = ['model', 'tools', 'waiting', 'idle'] as const;
export type TimePart = (typeof timeParts)[number];

/** Something that a log dates, epoch ms. `prompt`: the user began a turn. */
export interface TimeMark {
  readonly kind: 'prompt' | 'answer';
  readonly time: number;
  readonly line: number;
}

/** A call whose result is known, epoch ms. */
export interface TimedCall {
  readonly begin: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  /** How long it ran, if the log says; ms. */
  readonly lasted: number | undefined;
  /** `asks`: it only waits for the user. `quick`: what takes longer than a moment waited for a permission. */
  readonly manner: 'asks' | 'quick' | undefined;
  /** The user did not permit it. */
  readonly isDeclined: boolean;
}

/** A part of a session's time. Spans follow each other without gaps from the first mark to the last. */
export interface TimeSpan {
  readonly part: TimePart;
  readonly begin: number;
  readonly end: number;
  /** Of the log: what ended it. */
  readonly line: number;
  /** Place of the call, if `part` is `tools`. */
  readonly call?: number;
}

/** What nobody waits for: the time between a call and its running, as agents write logs. ms */
const moment = 5_000;
/** The model does not think longer without a word: the machine slept, or the session was left. ms */
const longestPause = 10 * 60_000;

/** Since when a call ran; its end if it only waited. */
export function runsFrom({
  begin,
  end,
  lasted,
  manner,
  isDeclined,
}: Omit<TimedCall, 'line' | 'endLine'>): number {
  if (isDeclined || manner === 'asks') {
    return end;
  }
  if (lasted !== undefined) {
    return end - begin - lasted > moment ? end - lasted : begin;
  }
  return manner === 'quick' && end - begin > moment ? end : begin;
}

interface Change {
  readonly time: number;
  readonly line: number;
  readonly kind: TimeMark['kind'] | 'begin' | 'run' | 'end';
  readonly call?: number;
}

/**
 * Tells a session's time apart. Whatever order a log is in, the spans add up to the time from its first mark to its
 * last, and no running call has time that the user took.
 */
export function timeSpans(
  marks: readonly TimeMark[],
  calls: readonly TimedCall[],
): readonly TimeSpan[] {
  const changes: Change[] = [...marks];
  for (const [call, one] of calls.entries()) {
    const { begin, line, endLine } = one;
    const end = Math.max(begin, one.end);
    const run = Math.min(end, Math.max(begin, runsFrom(one)));
    changes.push(
      { time: begin, line, kind: 'begin', call },
      { time: run, line: endLine, kind: 'run', call },
      { time: end, line: endLine, kind: 'end', call },
    );
  }
  // Of one moment, what ends comes last: a call that takes no time is over then.
  changes.sort((a, b) => a.time - b.time || order(a) - order(b));
  const waiting = new Set<number>();
  const running = new Set<number>();
  const spans: TimeSpan[] = [];
  let since: number | undefined;
  for (const { time, line, kind, call = -1 } of changes) {
    if (since !== undefined && time > since) {
      const span = { begin: since, end: time, line };
      const [runs] = running;
      if (runs !== undefined) {
        spans.push({ ...span, part: 'tools', call: runs });
      } else if (waiting.size > 0) {
        spans.push({ ...span, part: 'waiting' });
      } else {
        const isIdle = kind === 'prompt' || time - since > longestPause;
        spans.push({ ...span, part: isIdle ? 'idle' : 'model' });
      }
    }
    since = time;
    if (kind === 'begin') {
      waiting.add(call);
    } else if (kind === 'run') {
      waiting.delete(call);
      running.add(call);
    } else if (kind === 'end') {
      running.delete(call);
    }
  }
  return spans;
}

function order({ kind }: Change): number {
  return kind === 'begin' ? 0 : kind === 'run' ? 1 : kind === 'end' ? 2 : -1;
}
