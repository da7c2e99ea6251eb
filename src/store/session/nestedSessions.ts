import { t } from '#base/l10n.ts';
import type { DecodeRecord } from '#core/events/decodedLine.ts';
import { deepestNesting, nestedRowId, nestingOf, parseNestedRowId } from '#core/rows/rowId.ts';
import type { Row, RowPart, SubAgentFacts } from '#core/rows/row.ts';
import { stripAnsi } from '#core/text/ansi.ts';
import { pageLimits, type TextLimits } from '#core/text/longText.ts';
import { UserError } from '#core/userError.ts';
import type { SubAgentRows } from '#protocol/pages/page.ts';
import { type FileSystem, smallText } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { KnownSession } from '../roots/places.ts';
import type { KnownSessions } from '../roots/knownSessions.ts';
import { SubAgentLogs } from '../roots/subAgentLogs.ts';
import type { SessionReader } from './sessionReader.ts';
import type { SessionEvent } from '#core/events/event.ts';

/** Sub-agents whose index is kept while a page reads them. */
const mostOpen = 8;

/** As much of an output as an editor shows; of a larger one, there is what the log has. */
const maxOutputBytes = 32 * 1024 * 1024;

interface Tools {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly sessions: KnownSessions;
  readonly open: (session: KnownSession) => SessionReader;
}

/** A row and the session that it is in. */
export interface FoundRow {
  readonly reader: SessionReader;
  readonly rowId: string;
  /** Paths on the way there, the session's own last. */
  readonly way: readonly string[];
}

/** The sub-agents of open sessions, by the calls that started them. */
export class NestedSessions {
  readonly logs: SubAgentLogs;
  /** Least recently used first. */
  readonly #open = new Map<string, SessionReader>();

  constructor(private readonly tools: Tools) {
    this.logs = new SubAgentLogs(tools.fileSystem, tools.style);
  }

  /**
   * The row with an ID that may be within sub-agents.
   *
   * @throws UserError if it is not there.
   */
  async rowIn(outer: SessionReader, id: string, signal?: AbortSignal): Promise<FoundRow> {
    const nested = parseNestedRowId(id);
    if (nested === undefined) {
      throw new UserError(goneText());
    }
    let reader = outer;
    const way = [outer.session.path];
    for (const { rowId, agent } of nested.calls) {
      const next = await this.agentOf({ reader, rowId, way }, agent, signal);
      if (next === undefined) {
        throw new UserError(goneText());
      }
      reader = next;
      way.push(next.session.path);
    }
    return { reader, rowId: nested.rowId, way };
  }

  /**
   * Rows of a sub-agent; undefined if its log is not there.
   *
   * @param callId of the row of the call, within sub-agents or not.
   */
  async rows(
    outer: SessionReader,
    callId: string,
    agent: number,
    range: { readonly start: number; readonly count: number },
    signal?: AbortSignal,
  ): Promise<SubAgentRows | undefined> {
    if (nestingOf(callId) >= deepestNesting) {
      return undefined;
    }
    const { reader, rowId, way } = await this.rowIn(outer, callId, signal);
    const nested = await this.agentOf({ reader, rowId, way }, agent, signal);
    if (nested === undefined) {
      return undefined;
    }
    return {
      path: nested.session.path,
      facts: factsOf(nested),
      rows: rowsOfAgent(nested, range, pageLimits).map((row) => ({
        ...row,
        id: nestedRowId(callId, agent, row.id),
      })),
    };
  }

  /** Full text of a row's part; an output may be in a file beside the log. */
  text({ reader, rowId }: FoundRow, part: RowPart): string | undefined {
    const name = part === 'output' ? reader.outputFile(rowId) : undefined;
    const file = name && this.logs.outputFile(reader.session, reader.state().sessionId, name);
    const whole = file && smallText(this.tools.fileSystem, file, maxOutputBytes);
    return whole === undefined || whole === '' ? reader.text(rowId, part) : stripAnsi(whole);
  }

  /** Decodes a session's records for its rows. */
  decodeRows(session: KnownSession): DecodeRecord {
    return withAgents(session.adapter.decode, (id) => this.logs.idsOf(session, id));
  }

  /** Closes all of them. */
  dispose(): void {
    for (const reader of this.#open.values()) {
      reader.close();
    }
    this.#open.clear();
  }

  /**
   * A sub-agent of a call, indexed as a whole; undefined if its log is not there.
   *
   * @param agent its place among those of the call.
   */
  async agentOf(
    { reader, rowId, way }: FoundRow,
    agent: number,
    signal: AbortSignal | undefined,
  ): Promise<SessionReader | undefined> {
    const row = reader.row(rowId);
    const id = row?.kind === 'tool' ? row.agents?.[agent]?.id : undefined;
    const { session } = reader;
    const path = id && this.logs.find(session, reader.state().sessionId, id);
    // An agent that calls the one that called it would never end.
    const known = path && !way.includes(path) ? this.tools.sessions.at(path) : undefined;
    if (!path || known?.source.stat().ok !== true) {
      return undefined;
    }
    const nested = this.#open.get(path) ?? this.tools.open(known);
    this.#open.delete(path);
    this.#open.set(path, nested);
    for (const [oldest, unused] of [...this.#open].slice(0, -mostOpen)) {
      unused.close();
      this.#open.delete(oldest);
    }
    const { rows } = await nested.indexAll(signal);
    return rows === 0 ? undefined : nested;
  }
}

/** Without what the model of the sub-agent still gets of them, which its own replay shows. */
export function rowsOfAgent(
  reader: SessionReader,
  { start, count }: { readonly start: number; readonly count: number },
  limits: TextLimits,
): readonly Row[] {
  return reader.rows('all', start, count, limits).rows.map(({ context: _, ...row }) => row);
}

/** What a sub-agent did, in numbers. */
export function factsOf(reader: SessionReader): SubAgentFacts {
  const { rows, kinds, usage } = reader.state();
  const [first] = reader.rows('all', 0, 1).rows;
  const [last] = reader.rows('all', rows - 1, 1).rows;
  const calls = (kinds.tool ?? 0) + (kinds.shell ?? 0);
  const durationMs =
    first?.time === undefined || last?.time === undefined ? undefined : last.time - first.time;
  return {
    total: rows,
    calls,
    ...(usage === undefined ? {} : { usage }),
    ...(durationMs === undefined || durationMs <= 0 ? {} : { durationMs }),
  };
}

function goneText(): string {
  return t('This is no longer in the log. The file was replaced after it was read.');
}

/**
 * A decoder for rows, in which each sub-agent of a call is named.
 *
 * @param agentsOf the sub-agents for which an ID stands.
 */
function withAgents(
  decode: DecodeRecord,
  agentsOf: (id: string) => readonly string[],
): DecodeRecord {
  return (record, source) => {
    const line = decode(record, source);
    return line.events.some(hasAgents)
      ? { ...line, events: line.events.map((event) => named(event, agentsOf)) }
      : line;
  };
}

type WithAgents = Extract<SessionEvent, { readonly agents?: readonly string[] }>;

function hasAgents(event: SessionEvent): event is WithAgents {
  return 'agents' in event;
}

function named(event: SessionEvent, agentsOf: (id: string) => readonly string[]): SessionEvent {
  return hasAgents(event) && event.agents !== undefined
    ? { ...event, agents: event.agents.flatMap(agentsOf) }
    : event;
}
