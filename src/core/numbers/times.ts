import type { CommandKind } from '../index/commandKind.ts';
import type { TimePart } from './timeSpans.ts';

/** What ran: a tool, or a command of a kind. */
export interface Tool {
  /** Empty for commands, and for what comes after too many others. */
  readonly name: string;
  readonly command?: CommandKind;
}

/** The time of a session on one day, itself or in its sub-agents. */
export interface TimeCell {
  /** As in `NumbersCell`. */
  readonly day: string;
  readonly isSubAgent: boolean;
  readonly part: TimePart;
  readonly ms: number;
}

/** Runs of a tool. */
export interface ToolRuns {
  readonly tool: Tool;
  readonly runs: number;
  readonly failed: number;
  /** How long they ran, without what they waited; those of which that is known. */
  readonly ms: number;
  readonly longest: number;
  /** US dollars: what the requests cost that called it, shared equally by all calls of a request; and of these, estimates. */
  readonly cost: number;
  readonly estimated: number;
}

export const noRuns = { runs: 0, failed: 0, ms: 0, longest: 0, cost: 0, estimated: 0 };

export interface ToolCell extends ToolRuns {
  readonly day: string;
  readonly isSubAgent: boolean;
}

/** A call that took long. */
export interface SlowCall {
  readonly rowId: string;
  readonly tool: Tool;
  /** What it was about; one line. */
  readonly title: string;
  /** When it began; epoch ms. */
  readonly time: number;
  readonly ms: number;
}

/** When who had the time, and what ran how long. */
export interface SessionTimes {
  readonly times: readonly TimeCell[];
  readonly tools: readonly ToolCell[];
  /** The longest first. */
  readonly slow: readonly SlowCall[];
}

/** The first day that counts; all if empty. */
interface FirstDay {
  readonly from: string;
}

export type TimeSums = Readonly<Record<TimePart, number>>;

/** The time of sessions themselves: sub-agents work while their session waits for them. */
export function timeSums(
  sessions: readonly Pick<SessionTimes, 'times'>[],
  { from }: FirstDay,
): TimeSums {
  const sums: Record<TimePart, number> = { model: 0, tools: 0, waiting: 0, idle: 0 };
  for (const { times } of sessions) {
    for (const { day, isSubAgent, part, ms } of times) {
      sums[part] += isSubAgent || day < from ? 0 : ms;
    }
  }
  return sums;
}

/** What ran, the longest first. */
export function toolSums(
  sessions: readonly Pick<SessionTimes, 'tools'>[],
  { from }: FirstDay,
  withSubAgents: boolean,
): readonly ToolRuns[] {
  const sums = new Map<string, { -readonly [Name in keyof ToolRuns]: ToolRuns[Name] }>();
  for (const { day, isSubAgent, tool, ...more } of sessions.flatMap(({ tools }) => tools)) {
    if (day >= from && (withSubAgents || !isSubAgent)) {
      const key = toolKey(tool);
      const sum = sums.get(key) ?? { tool, ...noRuns };
      sums.set(key, sum);
      sum.runs += more.runs;
      sum.failed += more.failed;
      sum.ms += more.ms;
      sum.longest = Math.max(sum.longest, more.longest);
      sum.cost += more.cost;
      sum.estimated += more.estimated;
    }
  }
  return [...sums.values()].sort((a, b) => b.ms - a.ms || b.runs - a.runs);
}

export function toolKey({ name, command }: Tool): string {
  return `${name}\0${command ?? ''}`;
}
