import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { CallState } from '#core/index/rowTable.ts';
import { declinedByYou } from '#core/rows/rowWords.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { formatDuration } from '#base/format.ts';
import './work.css';

interface CallStateMarkProps {
  readonly state: CallState;
  readonly durationNs: number | undefined;
  readonly exitCode?: number | undefined;
}

/** How a call ended and how long it took; a success shows only its time. */
export function CallStateMark({ state, durationNs, exitCode }: CallStateMarkProps): VNode {
  return (
    <span class={`call-state call-${state}`}>
      {state === 'failed' && (
        <span class="call-word">
          <Icon name="error" />
          {exitCode === undefined ? t('Failed') : t('Exit {0}', String(exitCode))}
        </span>
      )}
      {state === 'declined' && (
        <span class="call-word">
          <Icon name="circle-slash" />
          {declinedByYou()}
        </span>
      )}
      {state === 'unfinished' && <span class="call-word">{t('No result')}</span>}
      {durationNs !== undefined && <span class="call-time">{formatDuration(durationNs)}</span>}
    </span>
  );
}
