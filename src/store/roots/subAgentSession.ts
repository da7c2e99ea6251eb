import { append } from '#base/append.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { summarizeSession } from '#core/events/summary.ts';
import type { Sources } from '../sources/sources.ts';
import type { KnownSession, LocatedPlace } from './places.ts';

/** What a sub-agent did, as a session that is only read. */
export function subAgentSession(
  sources: Sources,
  place: LocatedPlace,
  kind: 'log' | 'inline',
): Omit<KnownSession, 'reason'> {
  const { path, layout, cwd } = place;
  const { id, label, icon, sources: layouts, recognizes, decode, modelIn } = place.adapter;
  const adapter: AgentAdapter = {
    ...{ id, label, icon, sources: layouts, recognizes },
    decode: layout.subAgents?.decode ?? decode,
    ...(modelIn === undefined ? {} : { modelIn }),
  };
  return {
    path,
    layout,
    cwd,
    source: kind === 'inline' ? inlineSource(sources, place) : sources.at({ path, layout }),
    adapter,
    place: adapter,
    located: place,
  };
}

/** Stands for all sub-agents in their session's log, in place of the ID of one. No agent has this ID. */
export const allInLog = '*';

/** The session's log, of which only the records of the sub-agent count. */
function inlineSource(sources: Sources, { path, layout, names }: LocatedPlace) {
  const log = sources.split(path).folder;
  const { inline } = layout.subAgents ?? {};
  const id = names.at(-1);
  return layout.kind === 'log' && inline !== undefined
    ? sources.at({
        path: log,
        layout: {
          ...layout,
          settled: (records) => inline(records, id === allInLog ? undefined : id),
        },
      })
    : sources.at({ path: log, layout });
}

/**
 * The list knows nothing of sub-agents, so this reads as much of one as shows its prompt.
 *
 * @throws UserError if it cannot be read.
 */
export function subAgentSummary({
  path,
  cwd,
  adapter,
  layout,
  source,
  located,
}: KnownSession): SessionSummary {
  const head: SessionEvent[] = [];
  const hasPrompt = () => head.some(({ kind }) => kind === 'userMessage');
  const reading = source.read();
  for (let isAtEnd = false; !isAtEnd && !hasPrompt();) {
    const progress = reading.next((record) => {
      if (!hasPrompt()) {
        append(head, decodeRaw(record, adapter.decode).events);
      }
      return 1;
    }, false);
    isAtEnd = progress !== 'more';
  }
  const summary = summarizeSession({
    agent: adapter.id,
    path,
    fallbackId: () =>
      located?.subAgent === 'inline'
        ? (located.names.at(-1) ?? '')
        : layout.fallbackId(located?.names ?? []),
    placeCwd: cwd,
    head,
    tail: [],
    tornPreview: undefined,
    size: reading.stat?.size ?? 0,
    modifiedAt: Math.floor(reading.stat?.mtimeMs ?? 0),
  });
  return { ...summary, isSubAgent: true };
}
