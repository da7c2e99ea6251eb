import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { TodoItem, ToolViewOf } from '#core/rows/views/toolView.ts';
import { Icon, type IconName } from '../../../kit/widgets/Icon.tsx';
import { ForeignProse, Prose } from '../../../kit/widgets/Visible.tsx';

export function TodoView({ view: { note, items } }: { view: ToolViewOf<'todo'> }): VNode {
  return (
    <>
      {note !== undefined && (
        <p class="tool-note" dir="auto">
          <Prose text={note} />
        </p>
      )}
      <ul class="todo">
        {items.map(({ text, state }, at) => (
          <li key={at} class={`todo-${state}`}>
            <Icon name={icons[state]} label={words[state]()} />
            <ForeignProse text={text} />
          </li>
        ))}
      </ul>
    </>
  );
}

const icons: Readonly<Record<TodoItem['state'], IconName>> = {
  open: 'circle-large',
  active: 'play-circle',
  done: 'pass-filled',
  cancelled: 'circle-slash',
};

const words: Readonly<Record<TodoItem['state'], () => string>> = {
  open: () => t('To do'),
  active: () => t('In progress'),
  done: () => t('Done'),
  cancelled: () => t('Canceled'),
};
