import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { AskedQuestion, ToolViewOf, TodoItem } from '#core/rows/views/toolView.ts';
import { sentence } from '../../../kit/text/sentence.ts';
import { Icon, type IconName } from '../../../kit/widgets/Icon.tsx';
import { ForeignProse, Prose } from '../../../kit/widgets/Visible.tsx';

export function TodoContent({ view: { note, items } }: { view: ToolViewOf<'todo'> }): VNode {
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

export function AskContent({ view: { questions, cancelled } }: { view: ToolViewOf<'ask'> }): VNode {
  return (
    <>
      {questions.map((question, at) => (
        <Question key={at} {...question} />
      ))}
      {cancelled && <p class="quiet">{t('Canceled by the user.')}</p>}
    </>
  );
}

function Question({ header, question, options, answer }: AskedQuestion): VNode {
  return (
    <div class="asked">
      <p class="asked-question" dir="auto">
        {header !== undefined && <ForeignProse text={header} className="asked-header" />}
        <Prose text={question} />
      </p>
      {options.length > 0 && (
        <ul class="todo">
          {options.map(({ label, description, chosen }, at) => (
            <li key={at} class={chosen ? 'asked-chosen' : undefined}>
              <Icon
                name={chosen ? 'pass-filled' : 'circle-large'}
                label={chosen ? t('Chosen') : t('Not chosen')}
              />
              <span dir="auto">
                <Prose text={label} />
                {description !== undefined && (
                  <span class="asked-description">
                    <Prose text={description} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {answer !== undefined && (
        <p class="asked-answer" dir="auto">
          {sentence('Answer: {0}', <Prose text={answer} />)}
        </p>
      )}
    </div>
  );
}
