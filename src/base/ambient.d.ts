/**
 * What Node offers but ES2023 alone does not declare. Browsers have it too, except for
 * `setImmediate`, which only the pacer on Node threads calls. Compiled with `types: []`, so nothing
 * else can slip in.
 */
interface Timer {
  readonly timer: never;
}
declare function setTimeout(run: () => void, delayMs: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare function setImmediate(run: () => void): void;
declare const performance: { now(): number };

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: Error;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { signal?: AbortSignal }): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
