import type { VNode } from 'preact';
import { formatDateTime, formatMs, formatShare } from '#base/format.ts';
import { formatCount, t } from '#base/l10n.ts';
import { dayOf } from '#core/numbers/days.ts';
import { totalOf, type NumbersGroup } from '#core/numbers/numbers.ts';
import { timeSums, toolKey, toolSums, type ToolRuns } from '#core/numbers/times.ts';
import { timeParts, type TimePart } from '#core/numbers/timeSpans.ts';
import { nameOfTool, partLabels } from '#core/numbers/timeWords.ts';
import { estimatedIn, formatMeasured, measuredValue, nameOf } from './measures.ts';
import type { NumbersModel } from './numbersModel.ts';
import { Table } from '../kit/widgets/Table.tsx';

/** Of all sessions. */
const mostSlow = 10;

/** Who had the time, what ran how long, and which calls took longest. */
export function TimeSection({ model }: { readonly model: NumbersModel }): VNode | null {
  const sessions = model.sessions.value;
  const from = model.from.value;
  const { withSubAgents, measure } = model.state.value;
  const sums = timeSums(sessions, { from });
  const tools = toolSums(sessions, { from }, withSubAgents);
  const shown = measure === 'cost' ? tools.toSorted((a, b) => b.cost - a.cost) : tools;
  const whole = timeParts.reduce((sum, part) => sum + sums[part], 0);
  const slow = sessions
    .flatMap(({ path, folder, slow: calls }) => calls.map((call) => ({ path, folder, ...call })))
    .filter(({ time }) => dayOf(time) >= from)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, mostSlow);
  if (whole === 0) {
    return null;
  }
  const labels = partLabels();
  return (
    <>
      <section>
        <h2>{t('Time')}</h2>
        <svg class="time-bar" width="100%" height="14" aria-hidden="true">
          {partsOf(sums, whole).map(({ part, from: start, share }) => (
            <rect
              key={part}
              class={`series ${timeColors[part]}`}
              x={`${start * 100}%`}
              width={`${share * 100}%`}
              height="14"
            />
          ))}
        </svg>
        <dl class="totals times">
          {timeParts.map((part) => (
            <div key={part} class="total">
              <dt>
                <svg class="plot-key" viewBox="0 0 10 10" aria-hidden="true">
                  <rect class={`series ${timeColors[part]}`} width="10" height="10" />
                </svg>{' '}
                {labels[part]}
              </dt>
              <dd>{duration(sums[part])}</dd>
              <dd class="change">{sums[part] === 0 ? null : formatShare(sums[part] / whole)}</dd>
            </div>
          ))}
        </dl>
        <p class="note">
          {t(
            'Waiting for you: questions, plans and permissions, as far as logs tell. Idle: from an answer to your next prompt, and wherever nothing was said for ten minutes. What sub-agents did is time of the tool that started them.',
          )}
        </p>
      </section>
      <Table
        label={t('By tool and command')}
        head={heads([
          { name: t('Tool'), isText: true },
          { name: t('Time') },
          { name: t('Cost'), isChosen: measure === 'cost' },
          { name: t('Runs') },
          { name: t('Failed') },
          { name: t('Average') },
          { name: t('Longest') },
        ])}
      >
        {shown.map(({ tool, runs, failed, ms, longest, cost, estimated }) => (
          <tr key={toolKey(tool)}>
            <th scope="row">
              <bdi>{nameOfTool(tool)}</bdi>
            </th>
            <td class="number">{duration(ms)}</td>
            <td class={measure === 'cost' ? 'number chosen' : 'number'}>
              {formatMeasured(cost, 'cost', estimated)}
            </td>
            <td class="number">{formatCount(runs)}</td>
            <td class="number">{formatCount(failed)}</td>
            <td class="number">{duration(runs === 0 ? 0 : ms / runs)}</td>
            <td class="number">{duration(longest)}</td>
          </tr>
        ))}
      </Table>
      <CostNote total={totalOf(sessions, { from })} tools={tools} withSubAgents={withSubAgents} />
      {slow.length === 0 ? null : (
        <Table
          label={t('Slowest calls')}
          head={heads([
            { name: t('Call'), isText: true },
            { name: t('Time') },
            { name: t('Tool'), isText: true },
            { name: t('When'), isText: true },
            { name: t('Folder'), isText: true },
          ])}
        >
          {slow.map(({ path, folder, rowId, tool, title, time, ms }) => (
            <tr key={`${path} ${rowId}`}>
              <th scope="row" title={title}>
                <button type="button" class="link" onClick={() => void model.openRow(path, rowId)}>
                  <bdi>{title === '' ? nameOfTool(tool) : title}</bdi>
                </button>
              </th>
              <td class="number">{duration(ms)}</td>
              <td>
                <bdi>{nameOfTool(tool)}</bdi>
              </td>
              <td>{formatDateTime(time)}</td>
              <td>
                <bdi>{nameOf(folder, 'folder', model.place.value)}</bdi>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** What the cost of tools is, and what else there was. */
function CostNote({
  total,
  tools,
  withSubAgents,
}: {
  readonly total: NumbersGroup;
  readonly tools: readonly ToolRuns[];
  readonly withSubAgents: boolean;
}): VNode | null {
  const ofTools = tools.reduce((sum, { cost }) => sum + cost, 0);
  const estimated = tools.reduce((sum, tool) => sum + tool.estimated, 0);
  const rest = measuredValue(total, 'cost', withSubAgents) - ofTools;
  if (ofTools === 0) {
    return null;
  }
  return (
    <p class="note">
      {t('The cost of a request is split equally among the tool calls that it led to.')}{' '}
      {rest < leastCost
        ? null
        : t(
            'Another {0} went to requests that led to none, or of which logs do not tell.',
            formatMeasured(rest, 'cost', estimatedIn(total, withSubAgents) - estimated),
          )}
    </p>
  );
}

/** US dollars. */
const leastCost = 0.005;

interface Column {
  readonly name: string;
  readonly isText?: true;
  /** The table is in its order. */
  readonly isChosen?: boolean;
}

function heads(columns: readonly Column[]): readonly VNode[] {
  return columns.map(({ name, isText, isChosen = false }) => (
    <th
      key={name}
      scope="col"
      class={isText === true ? undefined : isChosen ? 'number chosen' : 'number'}
    >
      {name}
    </th>
  ));
}

const timeColors: Readonly<Record<TimePart, string>> = {
  model: 'series-0',
  tools: 'series-1',
  waiting: 'series-3',
  idle: 'time-idle',
};

function partsOf(sums: Readonly<Record<TimePart, number>>, whole: number) {
  let from = 0;
  return timeParts.map((part) => {
    const share = sums[part] / whole;
    const one = { part, from, share };
    from += share;
    return one;
  });
}

function duration(ms: number): string {
  return ms === 0 ? '–' : formatMs(ms);
}
