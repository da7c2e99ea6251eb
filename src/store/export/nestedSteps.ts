import { deepestNesting } from '#core/rows/rowId.ts';
import type { Row, SubAgent } from '#core/rows/row.ts';
import type { TextLimits } from '#core/text/longText.ts';
import {
  factsOf,
  rowsOfAgent,
  type FoundRow,
  type NestedSessions,
} from '../session/nestedSessions.ts';
import type { SessionReader } from '../session/sessionReader.ts';

/** Rows of one sub-agent in a file, and of all. */
const mostRows = 200;
const mostRowsInAll = 5_000;
/** Of all their logs. One that has several sub-agents is read for each. */
const mostBytes = 256 * 1024 * 1024;
/** Sub-agents in their session's own log, all of which is read for each, whether they did anything or not. */
const mostInOneLog = mostRowsInAll / mostRows;

interface Options {
  readonly nested: NestedSessions;
  readonly limits: TextLimits;
  /** What becomes of each row. */
  readonly change: (row: Row) => Row;
  readonly signal: AbortSignal | undefined;
}

/** Gives the calls in one file what their sub-agents did, as far as there is room. */
export class NestedSteps {
  #rows = mostRowsInAll;
  #bytes = mostBytes;
  #inOneLog = mostInOneLog;

  constructor(private readonly options: Options) {}

  /** @param way paths of the sessions that the row is in, its own last. */
  async addTo(row: Row, reader: SessionReader, way: readonly string[]): Promise<Row> {
    if (row.kind !== 'tool' || row.agents === undefined || way.length > deepestNesting) {
      return row;
    }
    const agents: SubAgent[] = [];
    for (const [place, agent] of row.agents.entries()) {
      agents.push(await this.#withSteps(agent, { reader, rowId: row.id, way }, place));
    }
    return { ...row, agents };
  }

  async #withSteps(agent: SubAgent, call: FoundRow, place: number): Promise<SubAgent> {
    const { nested, limits, change, signal } = this.options;
    if (this.#rows <= 0 || this.#bytes <= 0 || this.#inOneLog <= 0) {
      return { ...agent, isLeftOut: true };
    }
    const { session } = call.reader;
    const path = nested.logs.find(session, call.reader.state().sessionId, agent.id);
    const [log = session.path] = call.way;
    this.#inOneLog -= path?.startsWith(log) === true ? 1 : 0;
    const reader = await nested.agentOf(call, place, signal);
    if (reader === undefined) {
      return agent;
    }
    const facts = factsOf(reader);
    this.#bytes -= reader.state().size;
    const way = [...call.way, reader.session.path];
    const rows: Row[] = [];
    for (const row of rowsOfAgent(reader, { start: 0, count: mostRows }, limits)) {
      if (this.#rows > 0) {
        this.#rows -= 1;
        rows.push(await this.addTo(change(row), reader, way));
      }
    }
    return { ...agent, steps: { facts, rows } };
  }
}
