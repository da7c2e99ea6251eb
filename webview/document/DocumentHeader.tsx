import type { ComponentChildren, VNode } from 'preact';
import { exportLimits, type TranscriptFacts } from '#core/replay/transcriptWriter.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Code, Foreign, Prose } from '../widgets/Visible.tsx';
import {
  counted,
  formatAfter,
  formatAmount,
  formatBytes,
  formatCost,
  formatCount,
  formatDateTime,
  formatExactly,
  isoTime,
} from '../text/format.ts';
import { sessionName } from '../text/sessionName.ts';

/** What the session was, what the colours mean, and what is not in the file. */
export function DocumentHeader({ facts }: { facts: TranscriptFacts }): VNode {
  const { title, branch } = facts;
  return (
    <header class="document-header">
      <h1 dir="auto">
        <Prose text={title === '' ? 'Session without a message' : title} />
      </h1>
      <dl class="document-facts">
        <Facts facts={facts} />
      </dl>
      <Legend facts={facts} />
      {branch !== undefined && (
        <p class="document-note">
          <Icon name="git-branch" />
          {branch.isLast
            ? 'This is the latest branch of the session; the others are in its log only.'
            : 'This is an abandoned branch of the session.'}
        </p>
      )}
      <p class="document-note">
        Texts of more than {formatCount(exportLimits.chars)} characters or{' '}
        {formatCount(exportLimits.lines)} lines are cut; where one is, it says so.
      </p>
      <div class="document-buttons" hidden>
        <button type="button" data-do="open">
          Expand All
        </button>
        <button type="button" data-do="close">
          Collapse All
        </button>
        <button type="button" data-do="theme">
          Light or Dark
        </button>
      </div>
    </header>
  );
}

function Facts({ facts }: { facts: TranscriptFacts }): VNode {
  const { agentLabel, createdAt, updatedAt, cwd, sessionId, usage, parent, size } = facts;
  const tokens = usage && usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  return (
    <>
      <Fact name="Agent">{agentLabel}</Fact>
      <Fact name="Time">
        {createdAt !== undefined && (
          <>
            <Time at={createdAt} text={formatDateTime(createdAt)} />
            {' – '}
          </>
        )}
        <Time at={updatedAt} text={formatAfter(updatedAt, createdAt)} />
      </Fact>
      {cwd !== undefined && (
        <Fact name="Folder">
          <Foreign text={cwd} className="document-path" />
        </Fact>
      )}
      <Fact name="Session">
        <bdi class="document-path">
          <Code text={sessionId} />
        </bdi>
      </Fact>
      {parent !== undefined && (
        <Fact name="Forked from">
          <Foreign text={sessionName(parent)} className="document-path" />
        </Fact>
      )}
      {usage !== undefined && tokens !== undefined && (
        <Fact name="Tokens">
          {formatAmount(tokens)}
          {usage.cost > 0 && `, ${formatCost(usage.cost)}`}
        </Fact>
      )}
      <Fact name="Log">
        {formatBytes(size)}
        {facts.problems.lost > 0 && `, ${counted(facts.problems.lost, 'line')} unreadable`}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Time({ at, text }: { at: number; text: string }): VNode {
  return (
    <time dateTime={isoTime(at)} title={formatExactly(at)}>
      {text}
    </time>
  );
}

function Legend({ facts: { kinds } }: { facts: TranscriptFacts }): VNode {
  const calls = (kinds.tool ?? 0) + (kinds.shell ?? 0);
  const entries = [
    ['user', counted(kinds.user ?? 0, 'prompt')],
    ['assistant', counted(kinds.assistant ?? 0, 'answer')],
    ['thinking', kinds.thinking === undefined ? '' : counted(kinds.thinking, 'thought')],
    ['tool', calls === 0 ? '' : counted(calls, 'tool call')],
    ['result', calls === 0 ? '' : 'their results'],
    ['compaction', kinds.compaction === undefined ? '' : counted(kinds.compaction, 'compaction')],
  ] as const;
  return (
    <ul class="legend" aria-label="What is in it">
      {entries
        .filter(([, text]) => text !== '')
        .map(([kind, text]) => (
          <li key={kind} class={`legend-${kind}`}>
            {text}
          </li>
        ))}
    </ul>
  );
}
