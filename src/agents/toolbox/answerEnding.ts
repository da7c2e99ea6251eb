import type { SessionEvent } from '#core/events/event.ts';
import type { Usage } from '#core/events/usage.ts';

/**
 * How an answer ended, if that is worth a row. The words are those of pi, which fen and agent took
 * over: `stop`, `length`, `tool-use` or its like, `error`, `aborted`.
 */
export function endingEvents(stopReason: string, error: string): readonly SessionEvent[] {
  switch (stopReason) {
    case 'error':
      return [{ kind: 'error', message: error === '' ? { code: 'requestFailed' } : error }];
    case 'aborted':
      return [{ kind: 'interruption' }];
    case 'length':
      return [{ kind: 'notice', text: { code: 'answerCutOff' } }];
    default:
      return error === '' ? [] : [{ kind: 'error', message: error }];
  }
}

/** The usage of an answer; empty if the log has no counts. @param id of the answer, if it has one. */
export function usageEvents(usage: Usage, id = ''): readonly SessionEvent[] {
  return Object.values(usage).every((count) => count === 0)
    ? []
    : [{ kind: 'usage', usage, ...(id === '' ? {} : { id }) }];
}
