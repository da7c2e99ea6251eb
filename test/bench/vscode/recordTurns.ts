import { Session, type Profiler } from 'node:inspector/promises';

/** A turn of the event loop that ran something. */
export interface Turn {
  /** Without time taken by other programs, as far as the system can tell. */
  readonly ms: number;
  /** Our code ran in it, so the whole turn counts as ours. */
  readonly isOwn: boolean;
  /** The function seen most often, and where it is. */
  readonly mostly: string;
}

/** Shorter turns are ignored. */
const leastMs = 2;
const samplingUs = 500;

interface RawTurn {
  /** Monotonic, in µs. */
  readonly from: number;
  readonly to: number;
  readonly cpu: number;
}

/**
 * Records how long this thread is blocked, turn by turn, by an endless loop that never waits. A
 * profile taken meanwhile tells whose turn each was.
 *
 * @param isOwn whether a script is ours.
 */
export async function turnsWhile(
  isOwn: (url: string) => boolean,
  work: () => Promise<unknown>,
): Promise<readonly Turn[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingUs });
  await session.post('Profiler.start');
  const turns: RawTurn[] = [];
  let isRunning = true;
  const turn = (from: number, before: number) => {
    setImmediate(() => {
      const to = now();
      const cpu = threadCpu();
      if (cpu - before >= leastMs) {
        turns.push({ from, to, cpu: cpu - before });
      }
      if (isRunning) {
        turn(to, cpu);
      }
    });
  };
  turn(now(), threadCpu());
  try {
    await work();
  } finally {
    isRunning = false;
  }
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return attributed(turns, profile, isOwn);
}

function attributed(
  turns: readonly RawTurn[],
  { samples = [], timeDeltas = [], nodes, startTime }: Profiler.Profile,
  isOwn: (url: string) => boolean,
): Turn[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Set<number>();
  const visit = (id: number, isBelow: boolean) => {
    const { callFrame, children = [] } = byId.get(id)!;
    const is = isBelow || isOwn(callFrame.url);
    if (is) {
      own.add(id);
    }
    for (const child of children) {
      visit(child, is);
    }
  };
  visit(nodes[0]!.id, false);
  let time = startTime;
  const times = timeDeltas.map((delta) => (time += delta));
  let at = 0;
  return turns.map(({ from, to, cpu }) => {
    while (times[at]! < from) {
      at += 1;
    }
    const ids: number[] = [];
    for (; times[at]! <= to; at += 1) {
      ids.push(samples[at]!);
    }
    // Some systems count processor time in steps of 4 ms.
    const ms = Math.min(cpu, (to - from) / 1000);
    return { ms, isOwn: ids.some((id) => own.has(id)), mostly: mostOf(ids.map(nameOf)) };
  });

  function nameOf(id: number): string {
    const { functionName, url } = byId.get(id)!.callFrame;
    return `${functionName} ${url.split('/').at(-1) ?? ''}`.trim();
  }
}

function mostOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** µs on the profile's clock. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Processor time of this thread in ms. */
function threadCpu(): number {
  // The host runs on Node 24; the tests' types are of the oldest supported Node.
  const { threadCpuUsage } = process as unknown as {
    readonly threadCpuUsage: () => { readonly user: number; readonly system: number };
  };
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
