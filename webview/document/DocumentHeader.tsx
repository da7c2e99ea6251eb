import type { ComponentChildren, VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { tokensOf } from '#core/events/usage.ts';
import { partNote, redactedNote } from '#core/rows/rowWords.ts';
import { exportLimits, type TranscriptFacts } from '#core/rows/transcriptWriter.ts';
import { Icon } from '../kit/widgets/Icon.tsx';
import { Code, Foreign, Prose } from '../kit/widgets/Visible.tsx';
import {
  formatAfter,
  formatAmount,
  formatBytes,
  formatCost,
  formatDateTime,
  formatExactly,
  isoTime,
} from '#base/format.ts';
import { sessionName } from '../kit/text/names.ts';
import type { OutlineEntry } from '#protocol/pages/outline.ts';
import { outlineWords, PromptCounts } from '../replay/rows/PromptCounts.tsx';
import { anchorOf } from './anchorOf.ts';

/** Session facts, the color legend, and what the file omits. */
export function DocumentHeader({ facts }: { facts: TranscriptFacts }): VNode {
  const { title, branch } = facts;
  return (
    <header class="document-header">
      <h1 dir="auto">
        <Prose text={title === '' ? t('Session without messages') : title} />
      </h1>
      <dl class="document-facts">
        <Facts facts={facts} />
      </dl>
      <Legend facts={facts} />
      {branch !== undefined && (
        <p class="document-note">
          <Icon name="git-branch" />
          {branch.isLast
            ? t('This is the latest branch. The other branches are only in the log.')
            : t('This branch was abandoned.')}
        </p>
      )}
      {facts.partOf !== undefined && (
        <p class="document-note">{partNote(facts.rows, facts.partOf)}</p>
      )}
      {facts.redacted === true && <p class="document-note">{redactedNote()}</p>}
      <p class="document-note">
        {t(
          'Text longer than {0} characters or {1} lines is truncated, with a note in its place.',
          exportLimits.chars,
          exportLimits.lines,
        )}
      </p>
      <div class="document-buttons" hidden>
        <button type="button" data-do="open">
          {t('Expand All')}
        </button>
        <button type="button" data-do="close">
          {t('Collapse All')}
        </button>
        <button type="button" data-do="theme">
          {t('Toggle Theme')}
        </button>
      </div>
    </header>
  );
}

function Facts({ facts }: { facts: TranscriptFacts }): VNode {
  const { agentLabel, createdAt, updatedAt, cwd, sessionId, usage, parent, size } = facts;
  const tokens = usage && tokensOf(usage);
  return (
    <>
      <Fact name={t('Agent')}>{agentLabel}</Fact>
      <Fact name={t('Time')}>
        {createdAt !== undefined && (
          <>
            <Time at={createdAt} text={formatDateTime(createdAt)} />
            {' – '}
          </>
        )}
        <Time at={updatedAt} text={formatAfter(updatedAt, createdAt)} />
      </Fact>
      {cwd !== undefined && (
        <Fact name={t('Folder')}>
          <Foreign text={cwd} className="document-path" />
        </Fact>
      )}
      <Fact name={t('Session')}>
        <bdi class="document-path">
          <Code text={sessionId} />
        </bdi>
      </Fact>
      {parent !== undefined && (
        <Fact name={t('Forked from')}>
          <Foreign text={sessionName(parent)} className="document-path" />
        </Fact>
      )}
      {usage !== undefined && tokens !== undefined && (
        <Fact name={t('Tokens')}>
          {formatAmount(tokens)}
          {usage.cost > 0 && `, ${formatCost(usage.cost, usage.estimated)}`}
        </Fact>
      )}
      <Fact name={t('Log')}>
        {formatBytes(size)}
        {facts.problems.lost > 0 &&
          `, ${plural(facts.problems.lost, '1 unreadable line', '{0} unreadable lines')}`}
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
    ['user', plural(kinds.user ?? 0, '1 prompt', '{0} prompts')],
    ['assistant', plural(kinds.assistant ?? 0, '1 answer', '{0} answers')],
    [
      'thinking',
      kinds.thinking === undefined ? '' : plural(kinds.thinking, '1 thought', '{0} thoughts'),
    ],
    ['tool', calls === 0 ? '' : plural(calls, '1 tool call', '{0} tool calls')],
    ['result', calls === 0 ? '' : t('results')],
    [
      'compaction',
      kinds.compaction === undefined
        ? ''
        : plural(kinds.compaction, '1 compaction', '{0} compactions'),
    ],
  ] as const;
  return (
    <ul class="legend" aria-label={t('Contents')}>
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

/** A table of contents: the prompts, and what lies between them. */
export function PromptTable({ outline }: { outline: readonly OutlineEntry[] }): VNode {
  return (
    <nav class="prompts" aria-label={t('Prompts')}>
      <details open>
        <summary class="prompts-head">
          <Icon name="chevron-right" />
          {t('Prompts')}
        </summary>
        <ol>
          {outline.map((entry) => (
            <li
              key={entry.rowId}
              class={entry.kind === 'prompt' ? 'prompt-user' : `prompt-marker prompt-${entry.kind}`}
            >
              <a
                href={`#${anchorOf(entry.rowId)}`}
                title={entry.time === undefined ? undefined : formatExactly(entry.time)}
              >
                <span class="prompt-text" dir="auto">
                  <Prose text={outlineWords(entry)} />
                </span>
                {entry.kind === 'prompt' && <PromptCounts prompt={entry} />}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
