import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { formatCount, intlLocale, t } from '#base/l10n.ts';
import type { RowGroup } from '#core/lens/rowMark.ts';
import { rowFilter, type RowFilter } from '#protocol/pages/page.ts';
import type { StepUnit, StopKind } from '#core/lens/steps.ts';
import { speeds, type PlayerState, createPlayerModel } from '../model/playerModel.ts';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { Select } from '../../kit/widgets/Select.tsx';
import { usePage, type Page, type Playback } from '../model/pageContext.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { MenuButton, MenuItem } from '../../kit/page/MenuButton.tsx';
import { later, type Later } from '../../kit/page/later.ts';
import { createTimelineModel } from '../model/timelineModel.ts';
import { Timeline } from './Timeline.tsx';

/** Plays the session in the list above, whose current row is the playhead. */
export function Player(): VNode | null {
  const { playback, view, replay } = usePage();
  const player = playback.value?.player;
  if (player === undefined) {
    return null;
  }
  const { speed } = view.player.value;
  const isPlaying = player.state.value.state === 'playing';
  const total = replay.rows.total.value;
  const placeText = (at: number) => t('{0} of {1}', formatCount(at), formatCount(total));
  return (
    <div class="player" role="group" aria-label={t('Player')}>
      <IconButton
        icon={isPlaying ? 'debug-pause' : 'play'}
        label={isPlaying ? t('Pause') : t('Play')}
        hint={isPlaying ? t('Pause ({0})', 'p') : t('Play ({0})', 'p')}
        onClick={player.toggle}
      />
      <section class="timeline-place" aria-label={t('Timeline')}>
        <Timeline />
      </section>
      <Legend />
      <span class="player-status" role="status">
        {statusOf(player.state.value)}
      </span>
      {total > 0 && (
        // As wide at each row: the timeline beside it is drawn anew for each width.
        <span class="player-place-text" style={{ minInlineSize: `${placeText(total).length}ch` }}>
          {placeText(Math.min(view.current.value + 1, total))}
        </span>
      )}
      <Select
        className="player-choice"
        label={t('Speed')}
        hint={t('Speed ({0})', '<, >')}
        value={String(speed)}
        choices={speeds.map((each) => [String(each), t('{0}×', each.toLocaleString(intlLocale()))])}
        onChoose={(chosen) => player.set({ speed: Number(chosen) })}
      />
      <PlayerMenu />
    </div>
  );
}

const groupNames = (): Readonly<Record<RowGroup, string>> => ({
  prompt: t('Prompts'),
  answer: t('Answers'),
  look: t('Reads and Searches'),
  change: t('Edits'),
  command: t('Shell Commands'),
  tool: t('Other Tools'),
  compaction: t('Compactions'),
});

/** What the colors mean; a click leaves only the rows of one, the next click what was shown before. */
function Legend(): VNode {
  const { filter, view } = usePage();
  const before = useRef<RowFilter>('all');
  const names = groupNames();
  const applied = view.filter.value;
  return (
    <div class="legend" role="group" aria-label={t('Show Only')}>
      {(Object.keys(names) as RowGroup[]).map((group) => {
        const own = rowFilter('all', `is:${group}`);
        const isShown = applied === own;
        const isOther = Object.keys(names).some((one) => applied === rowFilter('all', `is:${one}`));
        return (
          <button
            key={group}
            type="button"
            class={`legend-item legend-${group}`}
            aria-pressed={isShown}
            aria-label={names[group]}
            title={isShown ? t('Show All Rows') : t('Show Only {0}', names[group])}
            onClick={() => {
              if (!isOther) {
                before.current = applied;
              }
              filter.choose({ filter: isShown ? before.current : own });
            }}
          />
        );
      })}
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

/** ms; undefined for as long as recorded. */
const pauses: readonly (number | undefined)[] = [1_000, 2_000, 5_000, 10_000, 30_000, undefined];

const stops = (): readonly (readonly [StopKind, string])[] => [
  ['error', t('Errors')],
  ['compaction', t('Compactions')],
  ['edit', t('Edits')],
];

/** How it steps, where it stops by itself, and how long it waits at most. */
function PlayerMenu(): VNode {
  const { playback, view } = usePage();
  const settings = view.player.value;
  return (
    <MenuButton icon="settings-gear" label={t('Playback Settings')} opens="above">
      {() => (
        <>
          <MenuItem role="menuitem" onClick={() => void playback.peek()?.player.step(-1)}>
            {t('Step Back')}
            <kbd class="menu-keys" aria-hidden="true">
              ,
            </kbd>
          </MenuItem>
          <MenuItem role="menuitem" onClick={() => void playback.peek()?.player.step(1)}>
            {t('Step Forward')}
            <kbd class="menu-keys" aria-hidden="true">
              .
            </kbd>
          </MenuItem>
          <div role="group" aria-label={t('Step by')}>
            <div class="menu-heading" aria-hidden="true">
              {t('Step by')}
            </div>
            {units().map(([unit, label]) => (
              <Choice
                key={unit}
                role="menuitemradio"
                label={label}
                isChecked={settings.unit === unit}
                onClick={() => playback.peek()?.player.set({ unit })}
              />
            ))}
          </div>
          <div role="group" aria-label={t('Stop at')}>
            <div class="menu-heading" aria-hidden="true">
              {t('Stop at')}
            </div>
            {stops().map(([stop, label]) => (
              <Choice
                key={stop}
                role="menuitemcheckbox"
                label={label}
                isChecked={settings.stops.includes(stop)}
                onClick={() => {
                  const others = settings.stops.filter((kind) => kind !== stop);
                  const isOn = others.length < settings.stops.length;
                  playback.peek()?.player.set({ stops: isOn ? others : [...others, stop] });
                }}
              />
            ))}
          </div>
          <div role="group" aria-label={t('Longest pause')}>
            <div class="menu-heading" aria-hidden="true">
              {t('Longest pause')}
            </div>
            {pauses.map((longest) => (
              <Choice
                key={longest}
                role="menuitemradio"
                label={longest === undefined ? t('As recorded') : t('{0} s', longest / 1_000)}
                isChecked={settings.longest === longest}
                onClick={() => playback.peek()?.player.set({ longest })}
              />
            ))}
          </div>
        </>
      )}
    </MenuButton>
  );
}

interface ChoiceProps {
  readonly role: 'menuitemcheckbox' | 'menuitemradio';
  readonly label: string;
  readonly isChecked: boolean;
  readonly onClick: () => void;
}

function Choice({ role, label, isChecked, onClick }: ChoiceProps): VNode {
  return (
    <MenuItem role={role} aria-checked={isChecked} onClick={onClick}>
      <span class="menu-check">{isChecked && <Icon name="check" />}</span>
      {label}
    </MenuItem>
  );
}

/** Loaded after the first paint. */
export function startPlayback({ replay, view }: Page, pause: Later = later): Playback {
  return {
    timeline: createTimelineModel(replay, view, pause),
    player: createPlayerModel(replay, view, pause),
    Player,
  };
}
