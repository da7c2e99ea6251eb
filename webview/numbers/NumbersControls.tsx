import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import {
  measures,
  ranges,
  stackings,
  type NumbersRange,
  type NumbersScope,
  type Stacking,
} from '#protocol/pages/numbersPage.ts';
import { Select } from '../kit/widgets/Select.tsx';
import { measureLabels } from './measures.ts';
import type { NumbersModel } from './numbersModel.ts';

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

const stackingLabels = (): Readonly<Record<Stacking, string>> => ({
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
    <form class="controls" aria-label={t('Options')} onSubmit={(event) => event.preventDefault()}>
      <Select
        className="select"
        label={t('Folders')}
        value={scope}
        choices={choicesOf(scopes, scopeLabels())}
        onChoose={(chosen) => model.choose({ scope: chosen })}
      />
      <Select
        className="select"
        label={t('Time')}
        value={range}
        choices={choicesOf(ranges, rangeLabels())}
        onChoose={(chosen) => model.choose({ range: chosen })}
      />
      <Select
        className="select"
        label={t('What to show')}
        value={measure}
        choices={choicesOf(measures, measureLabels())}
        onChoose={(chosen) => model.choose({ measure: chosen })}
      />
      <Select
        className="select"
        label={t('Colors')}
        value={stacking}
        choices={choicesOf(stackings, stackingLabels())}
        onChoose={(chosen) => model.choose({ stacking: chosen })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={withSubAgents}
          onChange={({ currentTarget }) => model.choose({ withSubAgents: currentTarget.checked })}
        />
        {t('Add sub-agents')}
      </label>
      <button type="button" class="button" onClick={() => void model.exportCsv()}>
        {t('Export as CSV…')}
      </button>
    </form>
  );
}

function choicesOf<Choice extends string>(
  choices: readonly Choice[],
  names: Readonly<Record<Choice, string>>,
): readonly (readonly [Choice, string])[] {
  return choices.map((choice) => [choice, names[choice]]);
}
