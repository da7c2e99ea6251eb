import type { VNode } from 'preact';
import { formatDateTime, formatMs, formatShare } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import type { UsageLimit } from '#core/events/limits.ts';
import { latestLimits } from '#core/numbers/numbers.ts';
import { nameOf } from './measures.ts';
import type { NumbersModel } from './numbersModel.ts';

/** What accounts may still use, as far as agents log it, and how old that knowledge is. */
export function Limits({ model }: { readonly model: NumbersModel }): VNode | null {
  const known = latestLimits(model.sessions.value);
  const now = model.now();
  if (known.length === 0) {
    return null;
  }
  return (
    <section aria-label={t('Limits')}>
      <h2>{t('Limits')}</h2>
      <dl class="totals">
        {known.flatMap(({ agent, time, limits }) =>
          limits.map((limit, at) => (
            <div key={`${agent} ${at}`} class="total">
              <dt>{[nameOf(agent, 'agent', model.place.value), windowText(limit)].join(' · ')}</dt>
              <dd>{usedText(limit, now)}</dd>
              <dd aria-hidden="true">
                <svg class="limit-bar" width="100%" height="6">
                  <rect class="limit-whole" width="100%" height="6" />
                  <rect
                    class="series series-0"
                    width={`${isOver(limit, now) ? 0 : Math.min(100, limit.usedPercent)}%`}
                    height="6"
                  />
                </svg>
              </dd>
              <dd class="change">{resetText(limit, now)}</dd>
              <dd class="change" title={formatDateTime(time)}>
                {t('As of {0} ago', formatMs(Math.max(0, now - time)))}
              </dd>
            </div>
          )),
        )}
      </dl>
    </section>
  );
}

function isOver({ resetsAt }: UsageLimit, now: number): boolean {
  return resetsAt !== undefined && resetsAt <= now;
}

function usedText(limit: UsageLimit, now: number): string {
  const share = limit.usedPercent < 1 ? t('Less than 1%') : formatShare(limit.usedPercent / 100);
  return isOver(limit, now) ? t('{0} before the reset', share) : t('{0} used', share);
}

function resetText({ resetsAt }: UsageLimit, now: number): string {
  return resetsAt === undefined
    ? ''
    : resetsAt <= now
      ? t('Reset {0}', formatDateTime(resetsAt))
      : t('Resets {0}', formatDateTime(resetsAt));
}

const hour = 60;
const day = 24 * hour;

function windowText({ window }: UsageLimit): string {
  if (window === undefined) {
    return t('Limit');
  }
  return window % day === 0
    ? plural(window / day, '1 day', '{0} days')
    : window % hour === 0
      ? plural(window / hour, '1 hour', '{0} hours')
      : plural(window, '1 minute', '{0} minutes');
}
