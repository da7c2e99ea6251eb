import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { valueIn, withValue } from './filterTerms.ts';
import type { SearchModel } from './search.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

const textChoices = (): readonly Choice[] => [
  { value: '', label: t('All text') },
  { value: 'prompts', label: t('Prompts') },
  { value: 'answers', label: t('Answers') },
  { value: 'thinking', label: t('Thinking') },
  { value: 'input', label: t('Tool input') },
  { value: 'output', label: t('Tool output') },
  { value: 'shell', label: t('Shell') },
  { value: 'diffs', label: t('Changes') },
  { value: 'files', label: t('File names') },
];

const timeChoices = (): readonly Choice[] => [
  { value: '', label: t('Any time') },
  { value: '1d', label: t('Last 24 hours') },
  { value: '7d', label: t('Last 7 days') },
  { value: '30d', label: t('Last 30 days') },
];

const folderChoices = (): readonly Choice[] => [
  { value: '', label: t('This folder') },
  { value: 'all', label: t('All folders') },
];

/** What is searched. Most choices are terms of the filter line, so that both can be learned at once. */
export function SearchDetails({ model }: { readonly model: SearchModel }): VNode {
  const line = model.filter.value;
  const agents = model.agents.value.map(({ id, label }) => ({ value: id, label }));
  const choose = (key: string) => (value: string) => {
    model.filter.value = withValue(model.filter.peek(), key, value);
    model.run();
  };
  return (
    <div class="search-details">
      <Select
        label={t('Folders to search')}
        value={model.everywhere.value ? 'all' : ''}
        choices={folderChoices()}
        onChoose={(value) => {
          model.everywhere.value = value === 'all';
          model.run();
        }}
      />
      <Select
        label={t('Text to search')}
        value={valueIn(line, 'in')}
        choices={textChoices()}
        onChoose={choose('in')}
      />
      <Select
        label={t('Agent')}
        value={valueIn(line, 'agent')}
        choices={[{ value: '', label: t('All agents') }, ...agents]}
        onChoose={choose('agent')}
      />
      <Select
        label={t('Time')}
        value={valueIn(line, 'after')}
        choices={timeChoices()}
        onChoose={choose('after')}
      />
      <div class="find-box">
        <input
          class="find-field"
          type="text"
          spellcheck={false}
          placeholder={t('Filter, such as tool:bash exit:!0')}
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

function Select({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}): VNode {
  const isOther = !choices.some((choice) => choice.value === value);
  return (
    <select
      class="search-select"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => {
        onChoose(currentTarget.value);
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} selected={choice.value === value}>
          {choice.label}
        </option>
      ))}
      {isOther ? (
        <option value={value} selected>
          {value}
        </option>
      ) : null}
    </select>
  );
}
