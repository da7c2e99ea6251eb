import type { VNode } from 'preact';
import { formatCount, intlLocale, t } from '#base/l10n.ts';
import type { StepUnit } from '#core/lens/steps.ts';
import { speeds, type PlayerState } from '../model/playerModel.ts';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { Select } from '../../kit/widgets/Select.tsx';
import { usePage } from '../model/pageContext.ts';
import { PlayerMenu } from './PlayerMenu.tsx';

/** Plays the session in the list above, whose current row is the playhead. */
export function Player(): VNode | null {
  const { playback, view, replay } = usePage();
  const player = playback.value?.player;
  if (player === undefined) {
    return null;
  }
  const { unit, speed } = view.player.value;
  const isPlaying = player.state.value.state === 'playing';
  const total = replay.rows.total.value;
  return (
    <div class="player" role="group" aria-label={t('Player')}>
      <IconButton
        icon="debug-step-back"
        label={t('Step Back')}
        hint={t('Step Back ({0})', ',')}
        onClick={() => void player.step(-1)}
      />
      <IconButton
        icon={isPlaying ? 'debug-pause' : 'play'}
        label={isPlaying ? t('Pause') : t('Play')}
        hint={isPlaying ? t('Pause ({0})', 'p') : t('Play ({0})', 'p')}
        onClick={player.toggle}
      />
      <IconButton
        icon="debug-step-over"
        label={t('Step Forward')}
        hint={t('Step Forward ({0})', '.')}
        onClick={() => void player.step(1)}
      />
      <Select
        className="player-choice"
        label={t('Step by')}
        value={unit}
        choices={units()}
        onChoose={(chosen) => player.set({ unit: chosen })}
      />
      <Select
        className="player-choice"
        label={t('Speed')}
        hint={t('Speed ({0})', '<, >')}
        value={String(speed)}
        choices={speeds.map((each) => [String(each), t('{0}×', each.toLocaleString(intlLocale()))])}
        onChoose={(chosen) => player.set({ speed: Number(chosen) })}
      />
      <PlayerMenu />
      <span class="player-status" role="status">
        {statusOf(player.state.value)}
      </span>
      {total > 0 && (
        <span class="player-place-text">
          {t(
            '{0} of {1}',
            formatCount(Math.min(view.current.value + 1, total)),
            formatCount(total),
          )}
        </span>
      )}
    </div>
  );
}

const units = (): readonly (readonly [StepUnit, string])[] => [
  ['event', t('Event')],
  ['call', t('Tool Call')],
  ['turn', t('Turn')],
];

/** Why it stopped by itself. */
function statusOf(state: PlayerState): string {
  switch (state.state === 'paused' ? state.at : undefined) {
    case 'error':
      return t('Stopped at an error');
    case 'compaction':
      return t('Stopped at a compaction');
    case 'edit':
      return t('Stopped at an edit');
    case 'end':
      return t('At the end');
    case undefined:
      return '';
  }
}
