import type { TurnState } from '#core/events/session.ts';

/** The names of the fields that describe a turn in a format. */
interface TurnWords {
  /** Roles of the results of tools. */
  readonly results: readonly unknown[];
  /** The stop reason of an answer that calls tools. */
  readonly toolUse: string;
  /** Stop reasons that certainly end the turn. */
  readonly ends: readonly unknown[];
}

/** What a message says about its turn, in formats whose answers have the stop reasons of pi. */
export function turnOfMessage(
  role: unknown,
  stopReason: unknown,
  { results, toolUse, ends }: TurnWords,
): TurnState | 'unclear' | undefined {
  if (role === 'assistant') {
    return stopReason === toolUse ? 'running' : ends.includes(stopReason) ? 'done' : 'unclear';
  }
  return role === 'user' || results.includes(role) ? 'running' : undefined;
}
