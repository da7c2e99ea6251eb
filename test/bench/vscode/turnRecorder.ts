import { Session, type Profiler } from 'node:inspector';

/** A turn of the event loop that ran something. Times in ms. */
export interface Turn {
  /** Excludes time taken by other programs, as far as the system can tell. */
  readonly ms: number;
  /** Our code ran in it, so the whole turn counts as ours. */
  readonly own: boolean;
  /** Sampled functions, most frequent first. */
  readonly seen: readonly string[];
}

/** Shorter turns are ignored. */
const leastMs = 2;
/** Sampling interval. */
const samplingUs = 500;

interface RawTurn {
  /** Monotonic, in µs. */
  readonly from: number;
  readonly to: number;
  readonly cpu: number;
}

/**
 * Records how long the extension host's thread is blocked, turn by turn, by running an endless loop
 * that never waits. A parallel profile tells whose turn each was.
 */
export class TurnRecorder {
  readonly #session = new Session();
  readonly #turns: RawTurn[] = [];
  #running = false;

  /** @param isOwn whether a script is ours. */
  constructor(private readonly isOwn: (url: string) => boolean) {}

  async start(): Promise<void> {
    this.#session.connect();
    await this.#post('Profiler.enable');
    await this.#post('Profiler.setSamplingInterval', { interval: samplingUs });
    await this.#post('Profiler.start');
    this.#running = true;
    this.#turn(now(), threadCpu());
  }

  async stop(): Promise<readonly Turn[]> {
    this.#running = false;
    const profile = await new Promise<Profiler.Profile>((resolve, reject) => {
      this.#session.post('Profiler.stop', (error, result) => {
        if (error === null) {
          resolve(result.profile);
        } else {
          reject(error);
        }
      });
    });
    this.#session.disconnect();
    return turnsOf(this.#turns, profile, this.isOwn);
  }

  #turn(from: number, cpuBefore: number): void {
    if (!this.#running) {
      return;
    }
    setImmediate(() => {
      const to = now();
      const cpu = threadCpu();
      if (cpu - cpuBefore >= leastMs) {
        this.#turns.push({ from, to, cpu: cpu - cpuBefore });
      }
      this.#turn(to, cpu);
    });
  }

  #post(method: string, params?: object): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#session.post(method, params, (error) => {
        if (error === null) {
          resolve();
        } else {
          reject(error);
        }
      });
    });
  }
}

function turnsOf(
  turns: readonly RawTurn[],
  profile: Profiler.Profile,
  isOwn: (url: string) => boolean,
): Turn[] {
  const { samples = [], timeDeltas = [], nodes } = profile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const own = new Map<number, boolean>();
  const isOwnNode = (id: number): boolean => {
    let known = own.get(id);
    if (known === undefined) {
      const parent = parents.get(id);
      known =
        isOwn(byId.get(id)?.callFrame.url ?? '') || (parent !== undefined && isOwnNode(parent));
      own.set(id, known);
    }
    return known;
  };
  const times: number[] = [];
  let time = profile.startTime;
  for (const delta of timeDeltas) {
    time += delta;
    times.push(time);
  }
  let next = 0;
  return turns.map(({ from, to, cpu }) => {
    while ((times[next] ?? Infinity) < from) {
      next += 1;
    }
    const counts = new Map<string, number>();
    let isOwnTurn = false;
    for (let at = next; (times[at] ?? Infinity) <= to; at += 1) {
      const id = samples[at] ?? 0;
      isOwnTurn ||= isOwnNode(id);
      const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
      const name = `${functionName} ${url.split('/').at(-1) ?? ''}`.trim();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const seen = [...counts].sort(([, a], [, b]) => b - a).map(([name, n]) => `${name} ×${n}`);
    // Some systems count CPU time in steps of 4 ms.
    return { ms: Math.min(cpu, (to - from) / 1000), own: isOwnTurn, seen: seen.slice(0, 8) };
  });
}

/** µs on the profile's clock. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** CPU time of this thread in ms. */
function threadCpu(): number {
  // Requires Node 24, which the host runs on; the tests' types are of the oldest supported Node.
  const { threadCpuUsage } = process as unknown as {
    readonly threadCpuUsage: () => { readonly user: number; readonly system: number };
  };
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
