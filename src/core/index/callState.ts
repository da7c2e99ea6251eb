import type { SessionEvent } from '../events/event.ts';
import type { CallState } from './rowTable.ts';

/**
 * A call's state by its last event: its result, or its start if the log has no result. Anything but
 * a call has nothing to wait for.
 */
export function callState(last: SessionEvent): CallState {
  switch (last.kind) {
    case 'toolCall':
      return 'unfinished';
    case 'toolResult':
    case 'shellRun': {
      const { error, exitCode = 0 } = last;
      if (error !== undefined || exitCode !== 0) {
        return 'failed';
      }
      const isOpen =
        last.kind === 'shellRun' && (last.phase === 'start' || last.interrupted === true);
      return isOpen ? 'unfinished' : 'done';
    }
    default:
      return 'done';
  }
}
