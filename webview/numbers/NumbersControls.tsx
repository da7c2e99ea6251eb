import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import {
  measures,
  ranges,
  stackings,
  type NumbersRange,
  type NumbersScope,
  type Stacking,
} from '#protocol/numbersPage.ts';
import { measureLabels } from './measures.ts';
import type { NumbersModel } from './numbers.ts';

const rangeLabels = (): Readonly<Record<NumbersRange, string>> => ({
  7: t('Last 7 days'),
  30: t('Last 30 days'),
  90: t('Last 90 days'),
  365: t('Last 365 days'),
  '': t('Any time'),
});

const scopeLabels = (): Readonly<Record<NumbersScope, string>> => ({
  folder: t('This folder'),
  all: t('All folders'),
});

export const stackingLabels = (): Readonly<Record<Stacking, string>> => ({
  agent: t('By agent'),
  model: t('By model'),
  folder: t('By folder'),
});

/** What is counted, and how it is shown. */
export function NumbersControls({ model }: { readonly model: NumbersModel }): VNode {
  const { scope, range, measure, stacking, withSubAgents } = model.state.value;
  const { hasFolder } = model.place.value;
  const scopes = hasFolder ? (['folder', 'all'] as const) : (['all'] as const);
  return (
    <form
      class="controls"
      aria-label={t('What is counted')}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Select
        label={t('Folders')}
        value={scope}
        choices={scopes}
        names={scopeLabels()}
        onChoose={(chosen) => {
          model.choose({ scope: chosen });
        }}
      />
      <Select
        label={t('Time')}
        value={range}
        choices={ranges}
        names={rangeLabels()}
        onChoose={(chosen) => {
          model.choose({ range: chosen });
        }}
      />
      <Select
        label={t('What to show')}
        value={measure}
        choices={measures}
        names={measureLabels()}
        onChoose={(chosen) => {
          model.choose({ measure: chosen });
        }}
      />
      <Select
        label={t('Colors')}
        value={stacking}
        choices={stackings}
        names={stackingLabels()}
        onChoose={(chosen) => {
          model.choose({ stacking: chosen });
        }}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={withSubAgents}
          onChange={({ currentTarget }) => {
            model.choose({ withSubAgents: currentTarget.checked });
          }}
        />
        {t('Add sub-agents')}
      </label>
      <button
        type="button"
        class="button"
        onClick={() => {
          void model.exportCsv();
        }}
      >
        {t('Export as CSV…')}
      </button>
    </form>
  );
}

function Select<Choice extends string>({
  label,
  value,
  choices,
  names,
  onChoose,
}: {
  readonly label: string;
  readonly value: Choice;
  readonly choices: readonly Choice[];
  readonly names: Readonly<Record<Choice, string>>;
  readonly onChoose: (choice: Choice) => void;
}): VNode {
  return (
    <select
      class="select"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice === currentTarget.value);
        if (chosen !== undefined) {
          onChoose(chosen);
        }
      }}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice} selected={choice === value}>
          {names[choice]}
        </option>
      ))}
    </select>
  );
}
