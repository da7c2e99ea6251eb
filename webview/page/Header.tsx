import type { VNode } from 'preact';
import type { Usage } from '#core/event.ts';
import type { ReplayHeader } from '#protocol/page.ts';
import { usePage } from './pageContext.ts';
import {
  counted,
  formatAfter,
  formatAmount,
  formatBytes,
  formatCost,
  formatCount,
  formatDateTime,
  formatExactly,
  isAmount,
  isoTime,
} from '../text/format.ts';
import { ActionBar } from './ActionBar.tsx';
import { Foreign, Prose } from '../widgets/Visible.tsx';
import { BranchNotice } from './BranchNotice.tsx';
import { Relatives } from './Relatives.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import './header.css';

/**
 * What the session was, and what can be done with it. On a low screen only the line with the title is
 * left once the reader is further down.
 */
export function Header(): VNode {
  const { replay, view, problems, find } = usePage();
  const header = replay.header.value;
  // What the reader opened or looks for stays in sight.
  const isFolded = view.isFarDown.value && !problems.open.value && find.query.value === '';
  return (
    <header class={isFolded ? 'header header-folded' : 'header'}>
      <div class="header-content">
        <div class="header-title">
          <h1 dir="auto" title={header?.title}>
            <Prose
              text={header === undefined ? '\u00a0' : header.title || 'Session without a message'}
            />
          </h1>
          <ActionBar />
        </div>
        <div class="header-rest">
          <div class="header-facts">
            <div class="facts">{header !== undefined && <Facts header={header} />}</div>
          </div>
          {header !== undefined && <Relatives header={header} />}
          <BranchNotice />
          <Toolbar />
          <ProblemsPanel />
        </div>
      </div>
      <div class="header-progress">
        {header?.complete === false && (
          <div class="progress" role="progressbar" aria-label="Reading the log" />
        )}
      </div>
    </header>
  );
}

function Facts({ header }: { header: ReplayHeader }): VNode {
  const { createdAt, updatedAt, cwd, folder, kinds, rows, usage } = header;
  const messages = (kinds.user ?? 0) + (kinds.assistant ?? 0);
  const counts = [
    messages > 0 || rows === 0 ? counted(messages, 'message') : undefined,
    kinds.tool && counted(kinds.tool, 'tool call'),
    kinds.shell && counted(kinds.shell, 'shell run'),
    kinds.diff && counted(kinds.diff, 'diff'),
    kinds.compaction && counted(kinds.compaction, 'compaction'),
    kinds.branch && counted(kinds.branch, 'branch point'),
  ].filter((count) => typeof count === 'string');
  return (
    <>
      <span class="fact">{header.agentLabel}</span>
      <span class="fact">
        {createdAt !== undefined && (
          <>
            <time dateTime={isoTime(createdAt)} title={`Created ${formatExactly(createdAt)}`}>
              {formatDateTime(createdAt)}
            </time>
            {' – '}
          </>
        )}
        <time dateTime={isoTime(updatedAt)} title={`Updated ${formatExactly(updatedAt)}`}>
          {formatAfter(updatedAt, createdAt)}
        </time>
      </span>
      {cwd !== undefined && (
        <span class="fact" title={cwd}>
          <Foreign text={folder ?? cwd} />
        </span>
      )}
      <span class="fact" title={`${counted(rows, 'row')}, ${formatBytes(header.size)}`}>
        {counts.length === 0 ? counted(rows, 'row') : counts.join(', ')}
      </span>
      {usage !== undefined && <UsageFact usage={usage} />}
    </>
  );
}

function UsageFact({ usage }: { usage: Usage }): VNode | null {
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  const tokens = input + output + cacheRead + cacheWrite;
  if (!isAmount(tokens) || !isAmount(cost)) {
    return null;
  }
  const parts = [
    `input ${formatCount(input)}`,
    `output ${formatCount(output)}`,
    `read from cache ${formatCount(cacheRead)}`,
    `written to cache ${formatCount(cacheWrite)}`,
  ];
  return (
    <span class="fact" title={`Tokens: ${parts.join(', ')}`}>
      {formatAmount(tokens)} tokens
      {cost > 0 && `, ${formatCost(cost)}`}
    </span>
  );
}
