import type { SessionEvent } from '#core/event.ts';
import { usageEvents } from '../toolbox/answerEnding.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { usageShape } from './schema.ts';

/** Of one request, or of all requests to one model. */
export function requestUsage(
  usage: JsonObject | undefined,
  problems: LineProblems,
): readonly SessionEvent[] {
  const fields = new Fields(usage ?? {}, usageShape, 'usage', problems);
  const cacheRead = fields.get('cacheReadTokens') ?? 0;
  const cacheWrite = fields.get('cacheWriteTokens') ?? 0;
  const input = Math.max(0, (fields.get('inputTokens') ?? 0) - cacheRead - cacheWrite);
  const output = fields.get('outputTokens') ?? 0;
  const counts = { input, output, cacheRead, cacheWrite, cost: 0 };
  return usageEvents(counts, fields.text('apiCallId'));
}

/** Of everything since the program was started, where requests are not recorded one by one. */
export function runUsage(
  modelMetrics: JsonObject | undefined,
  problems: LineProblems,
): readonly SessionEvent[] {
  return Object.values(modelMetrics ?? {}).flatMap((metric) =>
    isJsonObject(metric) && isJsonObject(metric.usage) ? requestUsage(metric.usage, problems) : [],
  );
}
