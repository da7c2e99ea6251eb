import { t } from '#base/l10n.ts';
import { wordedProblem } from '#core/events/decodedLine.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { ProblemsPage } from '#protocol/page.ts';
import type { IndexState } from '#protocol/worker.ts';
import { forkRow } from './forkRow.ts';
import type { IndexedSession } from './indexedSession.ts';
import type { KnownSession } from '../roots/places.ts';

/** The session facts above the rows, as far as the log has them. */
export function indexState(
  { index, filters, stat, complete }: IndexedSession,
  { adapter, path, layout }: KnownSession,
  summary: SessionSummary | undefined,
  generation: number,
): IndexState {
  const { tree, facts } = index;
  const { usage, parent, updatedAt } = facts;
  const name = summary?.isNamedElsewhere === true ? summary.name : facts.name;
  const own = complete ? forkRow(index, summary?.createdAt) : undefined;
  return {
    agent: adapter.id,
    agentLabel: adapter.label,
    generation,
    complete,
    rows: filters.total('all'),
    kinds: filters.kinds(),
    trouble: filters.total('trouble'),
    messages: index.conversation.messages,
    problems: index.problemCounts,
    title: name ?? summary?.firstUserMessage ?? t('{0} session', adapter.label),
    ...(name === undefined ? {} : { name }),
    sessionId: summary?.id ?? layout.fallbackId(path.split(/[\\/]/)),
    path,
    cwd: summary?.cwd,
    createdAt: summary?.createdAt,
    updatedAt: updatedAt ?? Math.floor(stat?.mtimeMs ?? 0),
    size: stat?.size ?? 0,
    branch: tree.hasBranches ? { leaf: tree.leaf, isLast: tree.isLast } : undefined,
    ...(usage === undefined ? {} : { usage }),
    ...(parent === undefined ? {} : { parent }),
    ...(own === undefined ? {} : { forkRow: own }),
  };
}

/** Some of the problems of the log, in its order. */
export function problemsPage(
  { index: { problems } }: IndexedSession,
  start: number,
  count: number,
): ProblemsPage {
  const page = problems.slice(start, start + count);
  return { start, total: problems.length, problems: page.map(wordedProblem) };
}
