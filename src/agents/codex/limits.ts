import type { UsageLimit } from '#core/events/limits.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';

/** The limits of the account; those of single models, which have another ID, are left out. */
export function limitsIn({ timestamp, payload }: JsonObject): readonly UsageLimit[] {
  const known = isJsonObject(payload) && payload.type === 'token_count' && payload.rate_limits;
  if (!isJsonObject(known) || (known.limit_id ?? accountLimit) !== accountLimit) {
    return [];
  }
  const told = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return [known.primary, known.secondary].flatMap((one): UsageLimit[] => {
    if (!isJsonObject(one) || !isAmount(one.used_percent)) {
      return [];
    }
    const { used_percent, window_minutes, resets_at, resets_in_seconds } = one;
    const resetsAt = isAmount(resets_at)
      ? resets_at * 1000
      : isAmount(resets_in_seconds)
        ? told + resets_in_seconds * 1000
        : NaN;
    return [
      {
        usedPercent: used_percent,
        window: isAmount(window_minutes) && window_minutes > 0 ? window_minutes : undefined,
        resetsAt: Number.isNaN(resetsAt) ? undefined : resetsAt,
      },
    ];
  });
}

const accountLimit = 'codex';

/** Of anything here: none comes near a billion seconds times ten. */
function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 1e10;
}
