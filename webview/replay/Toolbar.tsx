import type { VNode } from 'preact';
import { formatCount, t } from '#base/l10n.ts';
import { rowsWithin } from './model/shownRows.ts';
import { usePage } from './model/pageContext.ts';
import { LazyPanel } from './Lazy.tsx';
import { levelNames, shownLevels } from './lens/levels.ts';
import { IconButton } from '../kit/widgets/IconButton.tsx';
import { Select } from '../kit/widgets/Select.tsx';
import './toolbar.css';

/** How much is shown, what to find in it, the changed files, and a menu of the rest. */
export function Toolbar(): VNode {
  return (
    <div class="toolbar">
      <LevelField />
      <div class="find-place">
        <LazyPanel name="FindBox" />
      </div>
      <div class="files-place">
        <LazyPanel name="FilesBadge" />
      </div>
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

/** A level of the transcript, a view of the user's, or what the model would get. */
function LevelField(): VNode {
  const { filter, replay, view } = usePage();
  const header = replay.header.value;
  const shown = filter.view.value;
  const names = levelNames();
  const choose = (value: string) => {
    const level = shownLevels.find((one) => one === value);
    const chosen = filter.views.peek().find(({ name }) => viewValue(name) === value);
    if (level === 'context') {
      void replay.setView('conversation');
    } else if (level !== undefined) {
      filter.setLevel(level);
    } else if (chosen !== undefined) {
      filter.choose(chosen);
    }
  };
  return (
    <Select
      className="level"
      label={t('What is shown')}
      value={
        view.view.value === 'conversation'
          ? 'context'
          : shown === undefined
            ? filter.level.value
            : viewValue(shown.name)
      }
      choices={[
        ...shownLevels.map((level) => {
          const rows =
            header && level !== 'all' && level !== 'context'
              ? rowsWithin(header, level)
              : undefined;
          const name = names[level];
          return [level, rows === undefined ? name : `${name} (${formatCount(rows)})`] as const;
        }),
        ...filter.views.value.map(({ name }) => [viewValue(name), name] as const),
      ]}
      onChoose={choose}
    />
  );
}

/** No level has a colon in its name. */
function viewValue(name: string): string {
  return `view:${name}`;
}
