import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { type NumbersGroup } from '#core/numbers/numbers.ts';
import { tokensOf } from '#core/events/usage.ts';
import { measures, type Measure } from '#protocol/pages/numbersPage.ts';
import { BarCell, Table } from '../kit/widgets/Table.tsx';
import { formatMeasured, measuredText, measureLabels, measuredValue } from './measures.ts';

export interface NamedGroup {
  readonly name: string;
  readonly group: NumbersGroup;
}

/** Groups with all that is counted, and a bar for what is chosen. */
export function GroupTable({
  label,
  column,
  groups,
  measure,
  withSubAgents,
}: {
  readonly label: string;
  /** What the groups are. */
  readonly column: string;
  readonly groups: readonly NamedGroup[];
  readonly measure: Measure;
  readonly withSubAgents: boolean;
}): VNode {
  const labels = measureLabels();
  const valued = groups
    .map(({ name, group }) => ({
      name,
      group,
      value: measuredValue(group, measure, withSubAgents),
    }))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  const max = valued[0]?.value ?? 0;
  return (
    <Table
      label={label}
      head={
        <>
          <th scope="col">{column}</th>
          <th scope="col" class="bar-column" aria-hidden="true" />
          {measures.map((each) => (
            <th key={each} scope="col" class={each === measure ? 'number chosen' : 'number'}>
              {labels[each]}
            </th>
          ))}
          <th scope="col" class="number">
            {t('Tokens in Sub-Agents')}
          </th>
        </>
      }
    >
      {valued.map(({ name, group, value }) => (
        <tr key={group.key}>
          <th scope="row" title={name}>
            <bdi>{name}</bdi>
          </th>
          <BarCell value={value} max={max} />
          {measures.map((each) => (
            <td key={each} class={each === measure ? 'number chosen' : 'number'}>
              {measuredText(group, each, withSubAgents)}
            </td>
          ))}
          <td class="number">{formatMeasured(tokensOf(group.subAgents), 'tokens')}</td>
        </tr>
      ))}
    </Table>
  );
}
