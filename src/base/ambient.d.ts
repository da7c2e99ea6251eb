/**
 * What Node offers and ES2023 alone does not declare, browsers too but for `setImmediate`, which only
 * the pacer of Node's threads calls. Compiled with `types: []`, so nothing else can slip in.
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
