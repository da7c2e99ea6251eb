import type { VNode } from 'preact';
import { formatCount, plural, t } from '#base/l10n.ts';
import type { RowFilter } from '#protocol/page.ts';
import type { View } from '../model/viewModel.ts';
import { rowsWithin } from '../model/shownRows.ts';
import { usePage } from './pageContext.ts';
import { FindField } from './FindField.tsx';
import { ContextGauge } from './ContextGauge.tsx';
import { RawSwitch } from './RawSwitch.tsx';
import { Icon } from '../widgets/Icon.tsx';
import './toolbar.css';

/** View options: projection, row filter, Find. */
export function Toolbar(): VNode {
  const { view } = usePage();
  const isTranscript = view.view.value === 'transcript';
  return (
    <div class="toolbar">
      <ViewSwitch />
      {isTranscript && <FilterField />}
      <ProblemsBadge />
      {isTranscript ? <ContextGauge /> : <RawSwitch />}
      <FindField />
    </div>
  );
}

const views = (): readonly {
  readonly view: View;
  readonly label: string;
  readonly title: string;
}[] => [
  { view: 'transcript', label: t('Transcript'), title: t('What you saw') },
  { view: 'conversation', label: t('Model Context'), title: t('What the model would get now') },
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

const filters = (): readonly { readonly filter: RowFilter; readonly label: string }[] => [
  { filter: 'all', label: t('All') },
  { filter: 'dialogue', label: t('Messages') },
  { filter: 'work', label: t('Work') },
  { filter: 'trouble', label: t('Issues') },
];

function FilterField(): VNode {
  const { view, replay } = usePage();
  const header = replay.header.value;
  const onChange = (event: Event) => {
    const { value } = event.currentTarget as HTMLElement & { value?: unknown };
    const chosen = filters().find(({ filter }) => filter === value)?.filter;
    if (chosen !== undefined && chosen !== view.filter.peek()) {
      void replay.setFilter(chosen);
    }
  };
  return (
    <vscode-dropdown
      class="filter"
      aria-label={t('Filter rows')}
      title={t('Filter rows')}
      onChange={onChange}
    >
      {filters().map(({ filter, label }) => (
        <vscode-option key={filter} value={filter} selected={view.filter.value === filter}>
          {filter === 'all' || header === undefined
            ? label
            : `${label} (${formatCount(rowsWithin(header, filter))})`}
        </vscode-option>
      ))}
    </vscode-dropdown>
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
      onClick={problems.toggle}
    >
      <Icon name={isLost ? 'warning' : 'info'} />
      {plural(total, '1 problem', '{0} problems')}
    </button>
  );
}
