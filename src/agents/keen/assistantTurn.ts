import type { SessionEvent, ShellRunEvent } from '#core/event.ts';
import { GoFields } from '../toolbox/goFields.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { visibleText } from './messageText.ts';
import type { JsonObject } from '../toolbox/jsonObject.ts';
import { assistantTurnShape } from './schema.ts';
import { transcriptEvents } from './transcriptItems.ts';
import { assistantEntry, turnMemoryOf, type TurnMemory } from './turnMemory.ts';

/**
 * A whole turn of the assistant, which Keen writes as one line: what was shown, how it ended, and
 * what the model later receives of it. The latter is `message` as it stands, with the old additions
 * that were meant for the model (`visibleText`).
 */
export function assistantTurnEvents(
  payload: JsonObject,
  problems: LineProblems,
): readonly SessionEvent[] {
  const fields = new GoFields(payload, assistantTurnShape, 'assistant_turn', problems);
  const memory = turnMemoryOf(fields.get('turn_memory'), problems);
  const interrupted = fields.get('interrupted') === true;
  const message = fields.text('message');
  const error = fields.text('error');

  const items = transcriptEvents(fields.get('transcript', 'lost') ?? [], problems);
  const shown = items.some((event) => event.kind === 'assistantText') ? '' : visibleText(message);
  const entry = assistantEntry(message, memory, problems);
  return [
    ...withShellResults(items, memory, interrupted),
    ...(shown === '' ? [] : [{ kind: 'assistantText' as const, text: shown }]),
    ...(interrupted ? [{ kind: 'interruption' as const }] : []),
    ...(error === '' ? [] : [{ kind: 'error' as const, message: error }]),
    ...(entry === undefined ? [] : [{ kind: 'modelMessage' as const, entry }]),
  ];
}

/**
 * Completes shell items: a command without any result in a cancelled turn was cancelled with it,
 * and the exit codes, which items do not have, come from the turn's memory.
 */
function withShellResults(
  items: readonly SessionEvent[],
  memory: TurnMemory,
  interrupted: boolean,
): readonly SessionEvent[] {
  const exitCodes = exitCodesOf(
    items.filter((event) => event.kind === 'shellRun').filter(hasResult),
    memory,
  );
  return items.map((event) => {
    if (event.kind !== 'shellRun') {
      return event;
    }
    if (!hasResult(event)) {
      return interrupted ? { ...event, interrupted } : event;
    }
    const exitCode = exitCodes.get(event);
    return exitCode === undefined ? event : { ...event, exitCode };
  });
}

/** Once a command has ended, Keen writes at least a duration. */
function hasResult(run: ShellRunEvent): boolean {
  return run.output !== undefined || run.error !== undefined || run.durationNs !== undefined;
}

/**
 * Exit codes other than zero, by command. Memory lists every ended command in the order of the
 * items (0.28 and later), or only the failed ones by their text (0.2.3 to 0.31).
 */
function exitCodesOf(
  ended: readonly ShellRunEvent[],
  memory: TurnMemory,
): ReadonlyMap<SessionEvent, number> {
  const codes = new Map<SessionEvent, number>();
  const remembered = memory.activities.filter(({ tool }) => tool === 'bash');
  if (remembered.length === ended.length) {
    ended.forEach((run, index) => {
      const code = remembered[index]?.exitCode;
      if (code !== undefined) {
        codes.set(run, code);
      }
    });
  }
  const waiting = new Map<string, ShellRunEvent[]>();
  for (const run of ended.toReversed().filter((candidate) => !codes.has(candidate))) {
    const runs = waiting.get(run.command) ?? [];
    runs.push(run);
    waiting.set(run.command, runs);
  }
  for (const { command, exitCode } of memory.failedBash) {
    const run = waiting.get(command)?.pop();
    if (run !== undefined) {
      codes.set(run, exitCode);
    }
  }
  return codes;
}
