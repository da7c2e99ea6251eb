import type { VNode } from 'preact';
import { formatCount, intlLocale, t } from '#base/l10n.ts';
import type { StepUnit } from '#core/replay/steps.ts';
import { speeds, type PlayerState } from '../model/playerModel.ts';
import { Icon, type IconName } from '../widgets/Icon.tsx';
import { usePage } from './pageContext.ts';
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
      <Button
        icon="debug-step-back"
        label={t('Step Back')}
        hint={t('Step Back ({0})', ',')}
        onClick={() => void player.step(-1)}
      />
      <Button
        icon={isPlaying ? 'debug-pause' : 'play'}
        label={isPlaying ? t('Pause') : t('Play')}
        hint={isPlaying ? t('Pause ({0})', 'p') : t('Play ({0})', 'p')}
        onClick={player.toggle}
      />
      <Button
        icon="debug-step-over"
        label={t('Step Forward')}
        hint={t('Step Forward ({0})', '.')}
        onClick={() => void player.step(1)}
      />
      <select
        class="player-choice"
        aria-label={t('Step by')}
        title={t('Step by')}
        value={unit}
        onChange={({ currentTarget }) => {
          const chosen = units().find(([name]) => name === currentTarget.value)?.[0];
          player.set({ unit: chosen ?? unit });
        }}
      >
        {units().map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <select
        class="player-choice"
        aria-label={t('Speed')}
        title={t('Speed ({0})', '<, >')}
        value={String(speed)}
        onChange={({ currentTarget }) => {
          player.set({ speed: Number(currentTarget.value) });
        }}
      >
        {speeds.map((each) => (
          <option key={each} value={String(each)}>
            {t('{0}×', formatSpeed(each))}
          </option>
        ))}
      </select>
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

function formatSpeed(speed: number): string {
  return speed.toLocaleString(intlLocale());
}

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

interface ButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string;
  readonly onClick: () => void;
}

function Button({ icon, label, hint, onClick }: ButtonProps): VNode {
  return (
    <button type="button" class="icon-button" title={hint} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
