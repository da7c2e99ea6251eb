import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { plural, t } from '#base/l10n.ts';
import { formatAmount, formatBytes, formatExactly, isAmount, isoTime } from '#base/format.ts';
import { tokensOf } from '#core/events/usage.ts';
import type { Spending } from '#core/prices/spending.ts';
import { spendingText } from '#core/prices/spendingText.ts';
import type { ReplayHeader } from '#protocol/pages/page.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { Foreign, Prose } from '../../kit/widgets/Visible.tsx';
import { usePage } from '../model/pageContext.ts';
import { OtherSession } from '../pieces/links.tsx';

/** What the session was, below its title. */
export function SessionFacts(): VNode | null {
  const header = usePage().replay.header.value;
  return header === undefined ? null : <Facts header={header} />;
}

function Facts({ header }: { readonly header: ReplayHeader }): VNode {
  const { createdAt, updatedAt, cwd, kinds, rows, usage } = header;
  const messages = (kinds.user ?? 0) + (kinds.assistant ?? 0);
  const counts = [
    messages > 0 ? plural(messages, '1 message', '{0} messages') : undefined,
    kinds.tool && plural(kinds.tool, '1 tool call', '{0} tool calls'),
    kinds.shell && plural(kinds.shell, '1 shell command', '{0} shell commands'),
    kinds.diff && plural(kinds.diff, '1 diff', '{0} diffs'),
    kinds.compaction && plural(kinds.compaction, '1 compaction', '{0} compactions'),
    kinds.branch && plural(kinds.branch, '1 branch point', '{0} branch points'),
  ].filter((count) => typeof count === 'string');
  const size = `${plural(rows, '1 row', '{0} rows')}, ${formatBytes(header.size)}`;
  return (
    // Its words can be selected.
    <div class="session-facts" role="group" aria-label={t('About This Session')} tabIndex={-1}>
      <p class="session-facts-title" dir="auto">
        <Prose text={header.title || t('Session without messages')} />
      </p>
      <dl>
        <Fact name={t('Agent')}>{header.agentLabel}</Fact>
        {cwd !== undefined && (
          <Fact name={t('Folder')}>
            <Foreign text={cwd} />
          </Fact>
        )}
        {createdAt !== undefined && (
          <Fact name={t('Created')}>
            <time dateTime={isoTime(createdAt)}>{formatExactly(createdAt)}</time>
          </Fact>
        )}
        <Fact name={t('Updated')}>
          <time dateTime={isoTime(updatedAt)}>{formatExactly(updatedAt)}</time>
        </Fact>
        <Fact name={t('Contents')}>{[...counts, size].join(', ')}</Fact>
        {usage !== undefined && <UsageFact usage={usage} />}
      </dl>
      <Relatives header={header} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function UsageFact({ usage }: { usage: Spending }): VNode | null {
  const { input, output, cacheRead, cacheWrite, cost, estimated = 0 } = usage;
  const tokens = tokensOf(usage);
  const spending = spendingText(usage);
  if (!isAmount(tokens) || !isAmount(cost)) {
    return null;
  }
  const details = t(
    'Tokens: {0} input, {1} output, {2} read from cache, {3} written to cache',
    input,
    output,
    cacheRead,
    cacheWrite,
  );
  return (
    <>
      <Fact name={t('Tokens')}>
        <span title={details}>{formatAmount(tokens)}</span>
      </Fact>
      {spending !== undefined && (
        <Fact name={t('Cost')}>
          <span title={estimated > 0 ? t('Estimated from prices of models') : undefined}>
            {spending}
          </span>
        </Fact>
      )}
    </>
  );
}

/** Forks shown at first. */
const namedForks = 2;

/** The session's parent and forks. */
function Relatives({ header }: { header: ReplayHeader }): VNode | null {
  const { parent, forks, isSubAgent } = header;
  const [all, setAll] = useState(false);
  if (parent === undefined && forks.length === 0) {
    return null;
  }
  const shown = all ? forks : forks.slice(0, namedForks);
  const more = forks.length - shown.length;
  return (
    <div class="relatives">
      {parent !== undefined && (
        <div class="relative">
          <Icon name={isSubAgent === true ? 'robot' : 'repo-forked'} />
          <span class="relative-words">
            {isSubAgent === true ? t('Sub-agent of') : t('Forked from')}
          </span>
          <OtherSession session={parent} />
        </div>
      )}
      {forks.length > 0 && (
        <div class="relative">
          <Icon name="repo-forked" />
          <span class="relative-words">{forks.length === 1 ? t('Fork') : t('Forks')}</span>
          <ul class="relative-forks">
            {shown.map((fork) => (
              <li key={fork.path}>
                <OtherSession
                  session={{ title: fork.title, path: fork.path, known: true }}
                  hint={t('Updated {0}', formatExactly(fork.updatedAt))}
                />
              </li>
            ))}
          </ul>
          {more > 0 && <TextButton onClick={() => setAll(true)}>{t('{0} more', more)}</TextButton>}
        </div>
      )}
    </div>
  );
}
