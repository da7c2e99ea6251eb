import type { AgentProcess, ProcessFiles } from '../contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { jsonOr } from '../toolbox/jsonText.ts';

const turns: ReadonlyMap<unknown, AgentProcess['turn']> = new Map(
  Object.entries({ busy: 'running', waiting: 'waiting', idle: 'done' } as const),
);

/** `sessions/<pid>.json` of each process. Without a status, as in print mode, only the log tells. */
export const processes: ProcessFiles = {
  of: { besideRoot: 'sessions' },
  isProcess: /^\d+\.json$/,
  processIn: (_, text) => {
    const value = jsonOr(text, undefined);
    if (!isJsonObject(value)) {
      return undefined;
    }
    const { pid, sessionId, status, waitingFor, procStart } = value;
    if (typeof pid !== 'number' || typeof sessionId !== 'string') {
      return undefined;
    }
    const turn = turns.get(status);
    return {
      pid,
      session: sessionId,
      ...(turn !== undefined && { turn }),
      ...(waitingFor === 'permission prompt' && { asksForCall: true }),
      ...(typeof procStart === 'string' && { ticks: procStart }),
    };
  },
};
