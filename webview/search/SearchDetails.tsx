import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { Select } from '../kit/widgets/Select.tsx';
import type { SearchModel } from './searchModel.ts';
import { parseFilterLine } from '#core/lens/filterLine.ts';

type Choice = readonly [value: string, label: string];

const textChoices = (): readonly Choice[] => [
  ['', t('All text')],
  ['prompts', t('Prompts')],
  ['answers', t('Answers')],
  ['thinking', t('Thinking')],
  ['input', t('Tool input')],
  ['output', t('Tool output')],
  ['shell', t('Shell')],
  ['diffs', t('Changes')],
  ['files', t('File names')],
];

const timeChoices = (): readonly Choice[] => [
  ['', t('Any time')],
  ['1d', t('Last 24 hours')],
  ['7d', t('Last 7 days')],
  ['30d', t('Last 30 days')],
];

const folderChoices = (): readonly Choice[] => [
  ['', t('This folder')],
  ['all', t('All folders')],
];

/** What is searched. Most choices are terms of the filter line, so that both can be learned at once. */
export function SearchDetails({ model }: { readonly model: SearchModel }): VNode {
  const line = model.filter.value;
  const agents = model.agents.value.map(({ id, label }): Choice => [id, label]);
  const choose = (key: string) => (value: string) => {
    model.filter.value = withValue(model.filter.peek(), key, value);
    model.run();
  };
  return (
    <div class="search-details">
      <Detail
        label={t('Folders to search')}
        value={model.everywhere.value ? 'all' : ''}
        choices={folderChoices()}
        onChoose={(value) => {
          model.everywhere.value = value === 'all';
          model.run();
        }}
      />
      <Detail
        label={t('Text to search')}
        value={valueIn(line, 'in')}
        choices={textChoices()}
        onChoose={choose('in')}
      />
      <Detail
        label={t('Agent')}
        value={valueIn(line, 'agent')}
        choices={[['', t('All agents')], ...agents]}
        onChoose={choose('agent')}
      />
      <Detail
        label={t('Time')}
        value={valueIn(line, 'after')}
        choices={timeChoices()}
        onChoose={choose('after')}
      />
      <div class="field-box find-box">
        <input
          class="field find-field"
          type="text"
          spellcheck={false}
          placeholder={t('Filter (e.g. tool:bash exit:!0)')}
          aria-label={t('Filter rows and sessions')}
          value={line}
          onInput={({ currentTarget }) => {
            model.filter.value = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              model.run();
            }
          }}
        />
      </div>
    </div>
  );
}

/** A choice among those given, or whatever the user wrote into the filter line. */
function Detail(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}): VNode {
  const { value, choices } = props;
  const isOther = !choices.some(([choice]) => choice === value);
  return (
    <Select
      {...props}
      className="search-select"
      choices={isOther ? [...choices, [value, value]] : choices}
    />
  );
}

/** The one value that a line has for a key; empty for none, or several. */
function valueIn(line: string, key: string): string {
  const [term, ...more] = parseFilterLine(line).filter((one) => one.key === key);
  const [value, ...others] = term?.values ?? [];
  const isPlain = term?.from !== undefined && line.startsWith(`${key}:`, term.from);
  return isPlain && more.length === 0 && others.length === 0 && value?.isNegated === false
    ? value.text
    : '';
}

/** The line with a value for a key instead of those it has; with none if the value is empty. */
function withValue(line: string, key: string, value: string): string {
  const others = parseFilterLine(line)
    .filter((term) => term.key !== key)
    .map(({ from, to }) => line.slice(from, to));
  return [...others, ...(value === '' ? [] : [`${key}:${value}`])].join(' ');
}
