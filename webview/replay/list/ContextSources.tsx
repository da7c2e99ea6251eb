import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { formatAmount, formatDateTime, formatShare } from '#base/format.ts';
import { t } from '#base/l10n.ts';
import { toolName } from '#core/index/toolKind.ts';
import type { ContextFilling, ContextSource, SourceShare } from '#protocol/pages/context.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { Select } from '../../kit/widgets/Select.tsx';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';

type Place = 'here' | 'fullest';

/** What fills the model's context at the reader's place, and where it is fullest: a bar, and a table that opens. */
export function ContextSources(): VNode | null {
  const { replay } = usePage();
  const { details } = useLazyModels();
  const place = useSignal<Place>('here');
  const { here, fullest } = details.sources.value ?? {};
  const filling = (place.value === 'here' ? here : fullest) ?? here ?? fullest;
  if (filling === undefined || filling.shares.length === 0) {
    return null;
  }
  const { rowId, time, tokens, window } = filling;
  const isListed = details.isListed.value;
  const size =
    window === undefined
      ? t('{0} tokens', formatAmount(tokens))
      : t('{0} of {1} tokens', formatAmount(tokens), formatAmount(window));
  return (
    <section class="context-sources" aria-label={t('What Fills the Context')}>
      <div class="context-head">
        <button
          type="button"
          class="context-toggle"
          aria-expanded={isListed}
          title={howCounted(filling)}
          onClick={() => {
            details.isListed.value = !isListed;
          }}
        >
          <Icon name={isListed ? 'chevron-down' : 'chevron-right'} />
          <span>
            <span class="context-title">{t('What Fills the Context')}</span>
            <span class="quiet">{filling.isMeasured ? size : t('about {0}', size)}</span>
          </span>
        </button>
        {here !== undefined && fullest !== undefined && (
          <Select
            className="changed-sort"
            label={t('Place in the Session')}
            value={place.value}
            choices={[
              ['here', t('At the Row You Read')],
              ['fullest', t('At Its Fullest')],
            ]}
            onChoose={(chosen) => {
              place.value = chosen;
            }}
          />
        )}
        {rowId !== undefined && (
          <TextButton
            title={time === undefined ? undefined : formatDateTime(time)}
            onClick={() => void replay.goToRow(rowId)}
          >
            {t('Go to Row')}
          </TextButton>
        )}
        <TextButton onClick={details.open}>{t('Context Usage')}</TextButton>
      </div>
      <Bar filling={filling} />
      {isListed && <Shares filling={filling} />}
    </section>
  );
}

function Bar({ filling: { shares, tokens, window } }: { filling: ContextFilling }): VNode {
  const whole = Math.max(tokens, window ?? 0, 1);
  return (
    <div class="context-bar" aria-hidden="true">
      {shares.map(({ source, tokens: own }) => (
        <span
          key={source}
          class={`context-part context-${source}`}
          style={{ inlineSize: `${(100 * own) / whole}%` }}
          title={`${sourceNames()[source]}: ${formatAmount(own)}, ${formatShare(own / tokens)}`}
        />
      ))}
    </div>
  );
}

function Shares({ filling: { shares, tokens } }: { filling: ContextFilling }): VNode {
  return (
    <div class="context-table">
      <table>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{t('Source')}</th>
            <th scope="col">{t('Tokens')}</th>
            <th scope="col">{t('Share')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.flatMap((share) => [
            <Line key={share.source} share={share} whole={tokens} />,
            ...(share.tools ?? []).map((tool) => (
              <tr key={`output ${tool.name ?? ''}`} class="context-tool">
                <th scope="row">
                  <Foreign text={tool.name === undefined ? t('Shell') : toolName(tool.name)} />
                </th>
                <td>{formatAmount(tool.tokens)}</td>
                <td>{formatShare(tool.tokens / tokens)}</td>
              </tr>
            )),
          ])}
        </tbody>
      </table>
    </div>
  );
}

function Line({ share: { source, tokens }, whole }: { share: SourceShare; whole: number }): VNode {
  return (
    <tr title={sourceHints()[source]}>
      <th scope="row">
        <span class={`context-key context-${source}`} aria-hidden="true" />
        {sourceNames()[source]}
      </th>
      <td>{formatAmount(tokens)}</td>
      <td>{formatShare(tokens / whole)}</td>
    </tr>
  );
}

function howCounted({ isMeasured }: ContextFilling): string {
  return isMeasured
    ? t(
        'The total is what the provider counted for this request. What each part takes is estimated from how requests grew.',
      )
    : t(
        'Estimated as characters ÷ 4, and 1,200 tokens for each image, without the system prompt and tools, which the log does not contain.',
      );
}

function sourceNames(): Readonly<Record<ContextSource, string>> {
  return {
    prompts: t('Your Messages'),
    answers: t('Answers'),
    thinking: t('Thinking'),
    calls: t('Tool Calls'),
    output: t('Tool Output'),
    files: t('Files Read'),
    images: t('Images'),
    summaries: t('Summaries'),
    instructions: t('Instructions and Memory'),
    notes: t('Agent Reminders'),
    rest: t('Not in the Log'),
  };
}

function sourceHints(): Partial<Record<ContextSource, string>> {
  return {
    thinking: t('Of the current turn'),
    calls: t('What the model wrote to call tools, such as new contents of files'),
    summaries: t('What compactions left of what was said before'),
    instructions: t('Files such as CLAUDE.md and AGENTS.md, as far as the log has them'),
    notes: t('What the agent tells the model by itself'),
    rest: t(
      'What the provider counted beyond the session’s log: mostly the system prompt and the descriptions of tools',
    ),
  };
}
