import type { VNode } from 'preact';
import { formatCount, plural, t } from '#base/l10n.ts';
import type { RowLevel } from '#protocol/page.ts';
import type { View } from '../model/viewModel.ts';
import { rowsWithin } from '../model/replayModel.ts';
import { usePage } from './pageContext.ts';
import { FilterPlace } from './FilterPlace.tsx';
import { Icon } from '../widgets/Icon.tsx';
import { IconButton } from '../widgets/IconButton.tsx';
import './toolbar.css';

/** View options: projection, row filter; a button for Find. */
export function Toolbar(): VNode {
  const { view } = usePage();
  const isTranscript = view.view.value === 'transcript';
  return (
    <div class="toolbar">
      <ViewSwitch />
      {isTranscript && <FilterField />}
      <ProblemsBadge />
      {isTranscript && <FilterPlace />}
      {isTranscript && <FindButton />}
    </div>
  );
}

function FindButton(): VNode {
  const { find } = usePage();
  return (
    <IconButton
      icon="search"
      label={t('Find')}
      hint={t('Find (Ctrl+F)')}
      onClick={() => {
        find.open();
      }}
    />
  );
}

const views = (): readonly {
  readonly view: View;
  readonly label: string;
  readonly title: string;
}[] => [
  { view: 'transcript', label: t('Transcript'), title: t('What you saw') },
  { view: 'conversation', label: t('Conversation'), title: t('What the model would get now') },
];

function ViewSwitch(): VNode {
  const { view, replay } = usePage();
  const choose = (next: View) => {
    if (next !== view.view.peek()) {
      void replay.setView(next);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      const next = view.view.peek() === 'transcript' ? 'conversation' : 'transcript';
      choose(next);
      document.getElementById(`tab-${next}`)?.focus();
    }
  };
  return (
    <div class="switch" role="tablist" aria-label={t('View')} tabIndex={-1} onKeyDown={onKeyDown}>
      {views().map(({ view: one, label, title }) => {
        const isChosen = view.view.value === one;
        return (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            class="switch-option"
            aria-selected={isChosen}
            aria-controls="view-panel"
            tabIndex={isChosen ? 0 : -1}
            title={title}
            onClick={() => {
              choose(one);
            }}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

const levels = (): readonly { readonly level: RowLevel; readonly label: string }[] => [
  { level: 'all', label: t('All') },
  { level: 'dialogue', label: t('Messages') },
  { level: 'work', label: t('Work') },
  { level: 'trouble', label: t('Issues') },
];

function FilterField(): VNode {
  const { filter, replay } = usePage();
  const header = replay.header.value;
  const shown = filter.view.value;
  const onChange = (event: Event) => {
    const { value } = event.currentTarget as HTMLElement & { value?: unknown };
    const level = levels().find((one) => one.level === value)?.level;
    const view = filter.views.peek().find(({ name }) => viewValue(name) === value);
    if (level !== undefined) {
      filter.setLevel(level);
    } else if (view !== undefined) {
      filter.choose(view);
    }
  };
  return (
    <vscode-dropdown
      class="filter"
      aria-label={t('Filter rows')}
      title={t('Filter rows')}
      onChange={onChange}
    >
      {levels().map(({ level, label }) => (
        <vscode-option
          key={level}
          value={level}
          selected={shown === undefined && filter.level.value === level}
        >
          {level === 'all' || header === undefined
            ? label
            : `${label} (${formatCount(rowsWithin(header, level))})`}
        </vscode-option>
      ))}
      {filter.views.value.map(({ name }) => (
        <vscode-option
          key={viewValue(name)}
          value={viewValue(name)}
          selected={shown?.name === name}
        >
          {name}
        </vscode-option>
      ))}
    </vscode-dropdown>
  );
}

/** No level has a colon in its name. */
function viewValue(name: string): string {
  return `view:${name}`;
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
      onClick={problems.toggle}
    >
      <Icon name={isLost ? 'warning' : 'info'} />
      {plural(total, '1 problem', '{0} problems')}
    </button>
  );
}
