import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { tokensOf, type Usage } from '#core/events/usage.ts';
import type { ReplayHeader } from '#protocol/pages/page.ts';
import { usePage } from './model/pageContext.ts';
import {
  formatAfter,
  formatAmount,
  formatBytes,
  formatCost,
  formatDateTime,
  formatExactly,
  isAmount,
  isoTime,
} from '#base/format.ts';
import { Foreign, Prose } from '../kit/widgets/Visible.tsx';
import { OutlineButton, Toolbar } from './Toolbar.tsx';
import { lazily, LazyPanel } from './Lazy.tsx';
import { Icon } from '../kit/widgets/Icon.tsx';
import { TextButton } from '../kit/widgets/IconButton.tsx';
import './header.css';
import './panels/problems.css';

const Relatives = lazily((panels) => panels.Relatives);

/**
 * The session's title, the page's controls and session facts. Once the reader scrolls down, only
 * one line remains. Session actions are in the editor's own toolbar.
 */
export function Header(): VNode {
  const { replay, view, problems } = usePage();
  const header = replay.header.value;
  const isTranscript = view.view.value === 'transcript';
  // An open list stays visible.
  const isFolded = view.isFarDown.value && !problems.open.value;
  return (
    <header class={isFolded ? 'header header-folded' : 'header'}>
      {header?.complete === false && (
        <div class="header-progress" role="progressbar" aria-label={t('Reading the log')} />
      )}
      <div class="header-line">
        {isTranscript && <OutlineButton />}
        <h1 dir="auto" title={header?.title}>
          <Prose
            text={header === undefined ? '\u00a0' : header.title || t('Session without messages')}
          />
        </h1>
        <LazyPanel name="HeaderBadges" />
        <Toolbar />
      </div>
      <div class="header-rest">
        <div class="facts-place">
          <div class="facts">{header !== undefined && <Facts header={header} />}</div>
        </div>
        {header !== undefined && <Relatives header={header} />}
        <BranchNotice />
        {problems.open.value && <LazyPanel name="ProblemsPanel" />}
      </div>
    </header>
  );
}

function Facts({ header }: { header: ReplayHeader }): VNode {
  const { createdAt, updatedAt, cwd, folder, kinds, rows, usage } = header;
  const messages = (kinds.user ?? 0) + (kinds.assistant ?? 0);
  const counts = [
    messages > 0 || rows === 0 ? plural(messages, '1 message', '{0} messages') : undefined,
    kinds.tool && plural(kinds.tool, '1 tool call', '{0} tool calls'),
    kinds.shell && plural(kinds.shell, '1 shell command', '{0} shell commands'),
    kinds.diff && plural(kinds.diff, '1 diff', '{0} diffs'),
    kinds.compaction && plural(kinds.compaction, '1 compaction', '{0} compactions'),
    kinds.branch && plural(kinds.branch, '1 branch point', '{0} branch points'),
  ].filter((count) => typeof count === 'string');
  const rowCount = plural(rows, '1 row', '{0} rows');
  return (
    <>
      <span class="fact">{header.agentLabel}</span>
      <span class="fact">
        {createdAt !== undefined && (
          <>
            <time dateTime={isoTime(createdAt)} title={t('Created {0}', formatExactly(createdAt))}>
              {formatDateTime(createdAt)}
            </time>
            {' – '}
          </>
        )}
        <time dateTime={isoTime(updatedAt)} title={t('Updated {0}', formatExactly(updatedAt))}>
          {formatAfter(updatedAt, createdAt)}
        </time>
      </span>
      {cwd !== undefined && (
        <span class="fact" title={cwd}>
          <Foreign text={folder ?? cwd} />
        </span>
      )}
      <span class="fact" title={`${rowCount}, ${formatBytes(header.size)}`}>
        {counts.length === 0 ? rowCount : counts.join(', ')}
      </span>
      {usage !== undefined && <UsageFact usage={usage} />}
    </>
  );
}

function UsageFact({ usage }: { usage: Usage }): VNode | null {
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  const tokens = tokensOf(usage);
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
    <span class="fact" title={details}>
      {t('{0} tokens', formatAmount(tokens))}
      {cost > 0 && `, ${formatCost(cost)}`}
    </span>
  );
}

/** A notice that an abandoned branch is shown, with a way back. */
function BranchNotice(): VNode {
  const { replay } = usePage();
  const isAside = replay.header.value?.branch?.isLast === false;
  return (
    <div class="branch-place" role="status">
      {isAside && (
        <div class="branch-notice">
          <Icon name="git-branch" />
          <span>{t('This branch was abandoned.')}</span>
          <TextButton onClick={() => void replay.showBranch(undefined)}>
            {t('Show Latest Branch')}
          </TextButton>
        </div>
      )}
    </div>
  );
}
