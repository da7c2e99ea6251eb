import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatCount, plural, t } from '#base/l10n.ts';
import { stateNow, stateWord } from '#core/events/sessionState.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { usePage } from '../model/pageContext.ts';
import { formatAmount } from '#base/format.ts';
import type { ContextAt } from '#protocol/pages/page.ts';
import { useLazyModels } from '../model/lazyModels.ts';

const minute = 60_000;

/** What is known once the log was read; between the title and the toolbar, so that neither moves. */
export function HeaderBadges(): VNode {
  const { view } = usePage();
  return (
    <>
      {view.view.value === 'transcript' && <ContextGauge />}
      <StateBadge />
      <ProblemsBadge />
      <FilesBadge />
    </>
  );
}

const stateIcons = { running: 'sync', waiting: 'bell-dot', failed: 'error' } as const;

/** What the agent is doing now, as in the list. Nothing is written when that is too long ago. */
function StateBadge(): VNode | null {
  const header = usePage().replay.header.value;
  const now = useSignal(Date.now());
  const { turn, updatedAt = 0 } = header ?? {};
  const state = stateNow({ ...(turn && { turn }), updatedAt }, now.value, Infinity);
  useEffect(() => {
    now.value = Date.now();
    const timer =
      turn === undefined || turn === 'done'
        ? undefined
        : setInterval(() => {
            now.value = Date.now();
          }, minute);
    return () => clearInterval(timer);
  }, [turn, updatedAt]);
  return state === undefined || state === 'unread' ? null : (
    <span class={`state-badge state-${state}`} title={stateWord(state)}>
      <Icon name={stateIcons[state]} />
      <span class="tool-label">{stateWord(state)}</span>
    </span>
  );
}

function FilesBadge(): VNode | null {
  const { files } = usePage();
  const total = files.session.value?.total ?? 0;
  if (total === 0) {
    return null;
  }
  return (
    <button
      type="button"
      class="files-badge"
      title={t('Changed Files')}
      aria-expanded={files.scope.value !== undefined}
      aria-controls="changed-files"
      onClick={files.toggle}
    >
      <Icon name="diff-multiple" />
      <Count total={total} words={plural(total, '1 file', '{0} files')} />
    </button>
  );
}

function ProblemsBadge(): VNode | null {
  const { replay, problems } = usePage();
  const header = replay.header.value;
  const total = (header?.problems.lost ?? 0) + (header?.problems.odd ?? 0);
  if (total === 0) {
    return null;
  }
  const isLost = (header?.problems.lost ?? 0) > 0;
  return (
    <button
      type="button"
      class={isLost ? 'problems-badge problems-lost' : 'problems-badge'}
      aria-expanded={problems.open.value}
      aria-controls="problems"
      title={plural(total, '1 problem', '{0} problems')}
      onClick={problems.toggle}
    >
      <Icon name={isLost ? 'warning' : 'info'} />
      <Count total={total} words={plural(total, '1 problem', '{0} problems')} />
    </button>
  );
}

/** Only the figure where there is little room. */
function Count({ total, words }: { total: number; words: string }): VNode {
  return (
    <>
      <span class="tool-figure" aria-hidden="true">
        {formatCount(total)}
      </span>
      <span class="tool-label">{words}</span>
    </>
  );
}

/** How full the model's context was at the reader's place, and whether rows outside it are marked. */
export function ContextGauge(): VNode | null {
  const { replay } = usePage();
  const { context } = useLazyModels();
  const at = context.at.value;
  const hasCompactions = (replay.header.value?.kinds.compaction ?? 0) > 0;
  if (at === undefined || at.messages === 0) {
    return null;
  }
  const figure = formatAmount(at.tokens);
  const tokens = t('{0} tokens', figure);
  const words = at.isMeasured ? tokens : t('about {0}', tokens);
  return (
    <div class="context-gauge">
      <div class="gauge" title={explanation(at)}>
        <span class="gauge-bar" aria-hidden="true">
          <span class="gauge-level" style={{ inlineSize: `${share(at)}%` }} />
        </span>
        <span class="visually-hidden">{t('Context: {0}', words)}</span>
        <span class="gauge-words" aria-hidden="true">
          {words}
        </span>
        <span class="gauge-figure" aria-hidden="true">
          {figure}
        </span>
      </div>
      {hasCompactions && <MarksSwitch />}
    </div>
  );
}

function MarksSwitch(): VNode {
  const { marks } = usePage().view;
  return (
    <button
      type="button"
      class="toolbar-toggle toolbar-toggle-icon"
      aria-pressed={marks.value}
      aria-label={t('Mark rows outside the model’s context')}
      title={t('Mark rows outside the model’s context')}
      onClick={() => {
        marks.value = !marks.value;
      }}
    >
      <Icon name="eye-closed" />
    </button>
  );
}

/** Percent of the session's fullest place; at least a trace. */
function share({ tokens, most }: ContextAt): number {
  return Math.max(3, Math.round((100 * tokens) / Math.max(1, tokens, most)));
}

function explanation({ tokens, most, messages, isMeasured }: ContextAt): string {
  const words = isMeasured
    ? [
        t(
          'The last request before this row sent {0} tokens to the model, as its provider counted.',
          tokens,
        ),
        t('The largest request of the session sent {0}.', most),
      ]
    : [
        plural(
          messages,
          'At this row, the model’s context has 1 message of about {1} tokens, with compactions applied.',
          'At this row, the model’s context has {0} messages of about {1} tokens, with compactions applied.',
          tokens,
        ),
        t(
          'Estimated as characters ÷ 4, and 1,200 tokens for each image, without the system prompt and tools, which the log does not contain.',
        ),
        t('At its fullest, the session had about {0}.', most),
      ];
  return words.join('\n');
}
