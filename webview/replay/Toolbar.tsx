import type { VNode } from 'preact';
import { formatCount, t } from '#base/l10n.ts';
import type { RowLevel } from '#protocol/pages/page.ts';
import type { View } from './model/viewModel.ts';
import { rowsWithin } from './model/shownRows.ts';
import { usePage } from './model/pageContext.ts';
import { LazyPanel, loadLazy, useLazy } from './Lazy.tsx';
import { Icon, type IconName } from '../kit/widgets/Icon.tsx';
import { IconButton } from '../kit/widgets/IconButton.tsx';
import './toolbar.css';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** View options: projection, row filter, Find, and a menu of the rest. */
export function Toolbar(): VNode {
  const page = usePage();
  const isTranscript = page.view.view.value === 'transcript';
  return (
    <div class="toolbar">
      <ViewSwitch />
      {isTranscript && <FilterField />}
      {isTranscript && <FilterPlace />}
      {!isTranscript && <LazyPanel name="RawSwitch" />}
      <IconButton
        icon="search"
        label={t('Find')}
        hint={t('Find (Ctrl+F)')}
        onClick={() => void loadLazy().then(({ lazyModels }) => lazyModels(page).find.open())}
      />
      <div class="more">
        <LazyPanel name="MoreMenu" />
      </div>
    </div>
  );
}

/** Shows or hides the outline: beside the rows if there is room, else over them. */
export function OutlineButton(): VNode {
  const { panels, view } = usePage();
  const isWide = panels.isWide.value;
  const isShown = isWide ? view.outline.value : panels.open.value === 'outline';
  return (
    <IconButton
      icon="list-tree"
      label={t('Outline')}
      hint={isShown ? t('Hide Outline') : t('Show Outline')}
      className="tool"
      aria-expanded={isShown}
      aria-haspopup={isWide ? undefined : 'dialog'}
      onClick={panels.toggleOutline}
    />
  );
}

const views = (): readonly {
  readonly view: View;
  readonly icon: IconName;
  readonly label: string;
  readonly title: string;
}[] => [
  {
    view: 'transcript',
    icon: 'comment-discussion',
    label: t('Transcript'),
    title: t('What you saw'),
  },
  {
    view: 'conversation',
    icon: 'robot',
    label: t('Model Context'),
    title: t('What the model would get now'),
  },
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
      {views().map(({ view: one, icon, label, title }) => {
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
            title={`${label}: ${title}`}
            onClick={() => choose(one)}
          >
            <Icon name={icon} />
            <span class="tool-label">{label}</span>
          </button>
        );
      })}
    </div>
  );
}

const levels = (): readonly { readonly level: RowLevel; readonly label: string }[] => [
  { level: 'prompts', label: t('Prompts') },
  { level: 'dialogue', label: t('Messages') },
  { level: 'skim', label: t('Skim') },
  { level: 'all', label: t('Everything') },
  { level: 'trouble', label: t('Trouble') },
];

interface DropdownElement extends HTMLElement {
  readonly value?: unknown;
  readonly selectedIndex?: number;
  /** The entry that the toolkit compares with to detect a change. */
  indexWhenOpened?: number | undefined;
}

function FilterField(): VNode {
  const { filter, replay } = usePage();
  const header = replay.header.value;
  const shown = filter.view.value;
  const onChange = (event: Event) => {
    const field = event.currentTarget as DropdownElement;
    const { value } = field;
    // A click leaves it behind, so that keys back to the former entry would change nothing.
    field.indexWhenOpened = field.selectedIndex;
    const level = levels().find((one) => one.level === value)?.level;
    const view = filter.views.peek().find(({ name }) => viewValue(name) === value);
    if (level !== undefined) {
      filter.setLevel(level);
    } else if (view !== undefined) {
      filter.choose(view);
    }
  };
  const views = filter.views.value.map(({ name }) => viewValue(name));
  return (
    // It takes its value only together with all of its options, and until it is registered from
    // the option that is selected.
    <vscode-dropdown
      key={views.join()}
      class="filter"
      aria-label={t('Filter rows')}
      title={t('Filter rows')}
      value={shown === undefined ? filter.level.value : viewValue(shown.name)}
      onChange={onChange}
    >
      {levels().map(({ level, label }) => {
        const rows = header && rowsWithin(header, level);
        return (
          <vscode-option
            key={level}
            value={level}
            selected={shown === undefined && filter.level.value === level}
          >
            {rows === undefined || level === 'all' ? label : `${label} (${formatCount(rows)})`}
          </vscode-option>
        );
      })}
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

/** The filter line, behind a button where there is little room. */
function FilterPlace(): VNode {
  const { filter } = usePage();
  const [isAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const lazy = useLazy();
  // Before the next key, or once there is a field.
  useLayoutEffect(() => {
    if (isAsked) {
      place.current?.querySelector('input')?.focus();
    }
  }, [isAsked, lazy]);
  const isOpen = isAsked || filter.line.value !== '';
  return (
    <>
      <span class="filter-toggle">
        <IconButton
          icon="filter"
          label={t('Filter')}
          aria-expanded={isOpen}
          onClick={() => {
            setAsked(!isOpen);
            if (isOpen) {
              filter.line.value = '';
            }
          }}
        />
      </span>
      <div ref={place} class={isOpen ? 'filter-place filter-open' : 'filter-place'}>
        <LazyPanel name="FilterLine" />
      </div>
    </>
  );
}
