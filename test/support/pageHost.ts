import { charsOfParts, tokensIn } from '#core/conversation/contextSize.ts';
import type { ConversationMessage, ImageData } from '#core/conversation/message.ts';
import { fileKey } from '#core/changes/fileKey.ts';
import { messageTexts } from '#core/conversation/messageTexts.ts';
import { imageOfMessage, shownMessage } from '#core/conversation/shownMessage.ts';
import type { TextSearch } from '#core/find/textQuery.ts';
import { textSearch } from '#core/find/textSearch.ts';
import type { Problem } from '#core/problem.ts';
import { filterLineTest } from '#core/replay/filterLine.ts';
import type { CountedValue } from '#core/replay/filterProposals.ts';
import type { Row } from '#core/replay/row.ts';
import { compareRowIds } from '#core/replay/rowId.ts';
import type { ListRow } from '#core/replay/runRow.ts';
import type { RowFact } from '#core/replay/rowFacts.ts';
import { toolKind } from '#core/replay/toolKind.ts';
import { textsOfRow } from '#core/replay/rowTexts.ts';
import { skimmed } from './pageRuns.ts';
import type { TimelineBins } from '#core/replay/timeline.ts';
import { Endpoint } from '#protocol/endpoint.ts';
import type { Port } from '#protocol/contract.ts';
import {
  partsOfFilter,
  passesFilter,
  type FilterView,
  type ChangedFile,
  type ChangedFiles,
  type EditState,
  type ContextAt,
  type HostContract,
  type OutlineEntry,
  type OpenedRuns,
  type PageContract,
  type ReplayHeader,
  type RowCommand,
  type RowFilter,
  type RowRange,
} from '#protocol/page.ts';
import { outlineOfRows } from './rowOutline.ts';
import { stepsAmong, timelineOf } from './pagePlayback.ts';

export interface PageSession {
  readonly rows: readonly Row[];
  readonly messages?: readonly ConversationMessage[];
  readonly problems?: readonly Problem[];
  readonly header?: Partial<ReplayHeader>;
  /** Images of rows, by row ID. */
  readonly images?: Readonly<Record<string, readonly ImageData[]>>;
  /** The model's context at each row; without it, there is nothing to say. */
  readonly context?: (rowId: string) => ContextAt;
  /** Full texts of truncated rows, by row ID. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** Instead of `rows`, more than fit in memory; not filtered. */
  readonly endless?: Endless;
  /** What became of edits, by row ID; all others are still there. */
  readonly edits?: Readonly<Record<string, EditState>>;
  /** Other branches of the log, by last line; the latest is the session's own. */
  readonly branches?: Readonly<Record<number, Partial<PageSession>>>;
}

interface Endless {
  readonly total: number;
  readonly row: (index: number) => Row;
}

export interface ToldNotice {
  readonly name: string;
  readonly body: unknown;
}

const defaultCwd = '/home/ada/src/ledger';

/** As the real host would answer; the page gets its message. */
class Refusal extends Error {}

/** The host's end of the page protocol, over a test's rows; records notifications. */
export class PageHostFake {
  readonly told: ToldNotice[] = [];
  /** Names of requests in order, `rows/read 100` with the start. */
  readonly asked: string[] = [];
  readonly aborted: string[] = [];
  /** Rows whose edits were compared, in order. */
  readonly checked: string[] = [];
  readonly #endpoint: Endpoint<HostContract, PageContract>;
  #session: PageSession;
  /** With its latest branch. */
  #latest: PageSession;
  #generation = 1;
  #outlined: { readonly rows: readonly Row[]; readonly entries: OutlineEntry[] } | undefined;
  /** Requests wait for this, so a test can observe the page in between. */
  gate: Promise<void> = Promise.resolve();
  views: readonly FilterView[] = [];
  /** Rows per part of a search. */
  searchedAtOnce = Infinity;

  constructor(port: Port, session: PageSession) {
    this.#session = session;
    this.#latest = session;
    const tell = (name: string) => (body: unknown) => {
      this.told.push({ name, body });
    };
    this.#endpoint = new Endpoint<HostContract, PageContract>(
      port,
      {
        requests: {
          ready: () => this.header(),
          'rows/read': async ({ filter, opened = [], start, count }, signal) => {
            await this.#pass(`rows/read ${start}`, signal);
            const { endless } = this.#session;
            const rows = this.#listed(filter, opened);
            const total = endless?.total ?? rows.length;
            const length = Math.max(0, Math.min(count, total - start));
            return {
              generation: this.#generation,
              start,
              total,
              rows: endless
                ? Array.from({ length }, (_, at) => endless.row(start + at))
                : rows.slice(start, start + count),
            };
          },
          'outline/read': async ({ start, count }, signal) => {
            await this.#pass(`outline/read ${start}`, signal);
            const outline = this.#outline();
            return {
              generation: this.#generation,
              start,
              total: outline.length,
              entries: outline.slice(start, start + count),
            };
          },
          'outline/locate': ({ rowId }) => {
            this.asked.push('outline/locate');
            const before = this.#outline().filter(
              (entry) => compareRowIds(entry.rowId, rowId) <= 0,
            );
            return { entry: before.length - 1 };
          },
          'messages/read': async ({ start, count }, signal) => {
            await this.#pass(`messages/read ${start}`, signal);
            const messages = this.#session.messages ?? [];
            return {
              generation: this.#generation,
              start,
              total: messages.length,
              messages: messages.slice(start, start + count).map(shownMessage),
              tokens: tokensIn(messages.reduce((sum, { parts }) => sum + charsOfParts(parts), 0)),
            };
          },
          'messages/find': async ({ from, ...query }, signal) => {
            await this.#pass(`messages/find ${query.query}${from === 0 ? '' : ` ${from}`}`, signal);
            const search = textSearch(query);
            const found = (this.#session.messages ?? []).flatMap((message, at) => {
              const count = search.matchesIn(messageTexts(message).join('\n')).length;
              return count > 0 ? [{ at, count }] : [];
            });
            return {
              rows: found.map(({ at }) => at),
              counts: found.map(({ count }) => count),
              complete: true,
            };
          },
          'context/at': async ({ rowId }, signal) => {
            await this.#pass(`context/at ${rowId}`, signal);
            return this.#session.context?.(rowId);
          },
          'problems/read': ({ start, count }) => {
            const problems = this.#session.problems ?? [];
            return {
              start,
              total: problems.length,
              problems: problems.slice(start, start + count),
            };
          },
          'find/run': async ({ filter, opened = [], from, ...query }, signal) => {
            await this.#pass(`find/run ${query.query}${from === 0 ? '' : ` ${from}`}`, signal);
            let search: TextSearch;
            try {
              search = textSearch(query);
            } catch (error) {
              return { rows: [], counts: [], complete: true, refusal: (error as Error).message };
            }
            const all = this.#filtered(filter);
            const end = Math.min(from + this.searchedAtOnce, all.length);
            const found = all.slice(from, end).flatMap((row, at) => {
              const texts = [...textsOfRow(row), this.#session.beyond?.[row.id] ?? ''];
              const counts = texts.map((text) => search.matchesIn(text).length);
              const count = counts.reduce((sum, inText) => sum + inText, 0);
              return count > 0 ? [{ row: from + at, id: row.id, count }] : [];
            });
            const listed = filter === 'skim' ? this.#listed(filter, opened) : undefined;
            const counts = new Map<number, number>();
            for (const { row, id, count } of found) {
              const place = listed === undefined ? row : this.#placeIn(listed, id);
              counts.set(place, (counts.get(place) ?? 0) + count);
            }
            return {
              rows: [...counts.keys()],
              counts: [...counts.values()],
              ...(end < all.length ? { next: end } : {}),
              complete: true,
            };
          },
          'filter/values': () => ({
            tools: counted(this.#session.rows, (row) =>
              row.kind === 'tool' ? row.name : undefined,
            ),
            files: counted(this.#session.rows, (row) =>
              row.kind === 'diff' ? row.path : undefined,
            ),
            exits: [{ value: '0', count: 2 }],
          }),
          'views/read': () => this.views,
          'views/save': ({ filter }) => {
            this.told.push({ name: 'views/save', body: { filter } });
            this.setViews([...this.views, { name: `View ${this.views.length + 1}`, filter }]);
            return undefined;
          },
          'views/delete': ({ name }) => {
            this.setViews(this.views.filter((view) => view.name !== name));
            return undefined;
          },
          'row/locate': ({ filter, opened = [], rowId }) => {
            this.asked.push(`row/locate ${rowId}`);
            if (filter === 'skim') {
              return { index: this.#placeIn(this.#listed(filter, opened), rowId) };
            }
            const all = this.#session.rows.findIndex(({ id }) => id === rowId.replace(/r$/, ''));
            const before = this.#session.rows.slice(0, all + 1);
            return { index: before.filter((row) => passes(row, filter)).length - 1 };
          },
          'timeline/read': async ({ bins }, signal) => {
            await this.#pass('timeline/read', signal);
            const { rows, endless } = this.#session;
            return endless === undefined ? timelineOf(rows, bins) : sampledTimeline(endless, bins);
          },
          'step/find': async (query, signal) => {
            await this.#pass(`step/find ${query.rowId}`, signal);
            return stepsAmong(this.#filtered(query.filter), query);
          },
          'branch/show': async ({ leaf }, signal) => {
            await this.#pass(`branch/show ${leaf}`, signal);
            const chosen = leaf === undefined ? {} : this.#latest.branches?.[leaf];
            if (chosen === undefined) {
              throw new Refusal('The log has no such branch.');
            }
            this.#session = { ...this.#latest, ...chosen };
            this.#generation += 1;
            return this.header();
          },
          'image/read': async ({ rowId, index }, signal) => {
            await this.#pass(`image/read ${rowId} ${index}`, signal);
            return this.#session.images?.[rowId]?.[index];
          },
          'messageImage/read': async ({ message, index }, signal) => {
            await this.#pass(`messageImage/read ${message} ${index}`, signal);
            const found = this.#session.messages?.[message];
            return found && imageOfMessage(found, index);
          },
          'files/read': (range) => changedFiles(this.#session.rows, range),
          'edits/check': ({ rowIds }) => {
            this.checked.push(...rowIds);
            return rowIds.map((rowId) => this.#session.edits?.[rowId] ?? 'there');
          },
          'rows/copy': (body) => {
            this.told.push({ name: 'rows/copy', body });
            return { rows: 1 };
          },
          'row/copyLink': (body) => {
            this.told.push({ name: 'row/copyLink', body });
            return undefined;
          },
          'row/copyOutput': (body) => {
            this.told.push({ name: 'row/copyOutput', body });
            return undefined;
          },
          'clipboard/write': (body) => {
            this.told.push({ name: 'clipboard/write', body });
            return undefined;
          },
          'part/copy': (body) => {
            this.told.push({ name: 'part/copy', body });
            return undefined;
          },
        },
        notices: {
          'row/open': tell('row/open'),
          'line/open': tell('line/open'),
          'diff/open': tell('diff/open'),
          'changes/open': tell('changes/open'),
          'file/open': tell('file/open'),
          'command/insert': tell('command/insert'),
          'row/fork': tell('row/fork'),
          'row/resumeBefore': tell('row/resumeBefore'),
          'rows/export': tell('rows/export'),
          'row/missing': tell('row/missing'),
          'link/open': tell('link/open'),
          'session/open': tell('session/open'),
          'action/run': tell('action/run'),
          'log/error': tell('log/error'),
        },
      },
      (fault) => {
        if (fault instanceof Refusal) {
          return;
        }
        throw fault instanceof Error ? fault : new Error(String(fault));
      },
    );
  }

  header(): ReplayHeader {
    const { rows, messages = [], problems = [], header } = this.#session;
    const kinds: Partial<Record<Row['kind'], number>> = {};
    for (const { kind } of rows) {
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    return {
      generation: this.#generation,
      complete: true,
      rows: this.#session.endless?.total ?? rows.length,
      kinds,
      trouble: this.#filtered('trouble').length,
      messages: messages.length,
      problems: {
        lost: problems.filter(({ severity }) => severity === 'lost').length,
        odd: problems.filter(({ severity }) => severity === 'odd').length,
      },
      agent: 'keen',
      agentLabel: 'Keen Code',
      title: 'The importer drops the last row when a CSV file has no newline at its end.',
      sessionId: '0199a7c2-5b1e-7c3f-9d0a-3f6c2f0d8e11',
      path: '/home/ada/.keen/sessions/ledger-1a2b/0199a7c2.jsonl',
      cwd: defaultCwd,
      folder: '~/src/ledger',
      createdAt: Date.UTC(2026, 10, 20, 9, 12),
      updatedAt: Date.UTC(2026, 10, 20, 10, 3),
      size: 184_320,
      branch: undefined,
      forks: [],
      actions: ['resumeInChat', 'resumeInTerminal', 'fork', 'exportConversation', 'openRawLog'],
      ...header,
    };
  }

  setViews(views: readonly FilterView[]): void {
    this.views = views;
    this.#endpoint.notify('views/changed', { views });
  }

  rowsFrom(index: number): readonly Row[] {
    return this.#session.rows.slice(index);
  }

  /** The log grew. */
  append(...rows: readonly Row[]): void {
    this.change({ rows: [...this.#session.rows, ...rows] });
  }

  /** An endless log grew by this many rows. */
  grow(rows: number): void {
    const { endless } = this.#session;
    if (endless !== undefined) {
      this.change({ endless: { ...endless, total: endless.total + rows } });
    }
  }

  /** The log was replaced, or its header changed. */
  change(session: Partial<PageSession>, options: { readonly replaced?: boolean } = {}): void {
    this.#session = { ...this.#session, ...session };
    this.#latest = { ...this.#latest, ...session };
    if (options.replaced === true) {
      this.#generation += 1;
    }
    this.#endpoint.notify('session/changed', this.header());
  }

  /** The host lost its reader: a new one reads the log, counting from one again. */
  restart(session: Partial<PageSession>): void {
    this.#generation = 1;
    this.change(session);
  }

  /** A link asked for a row. */
  showRow(rowId: string): void {
    this.#endpoint.notify('row/show', { rowId });
  }

  /** The user chose from VS Code's menus. */
  command(command: RowCommand): void {
    this.#endpoint.notify('row/command', { command });
  }

  fail(message: string): void {
    this.#endpoint.notify('session/failed', { message });
  }

  #outline(): readonly OutlineEntry[] {
    if (this.#outlined?.rows !== this.#session.rows) {
      const { rows } = this.#session;
      this.#outlined = { rows, entries: outlineOfRows(rows) };
    }
    return this.#outlined.entries;
  }

  async #pass(what: string, signal: AbortSignal): Promise<void> {
    this.asked.push(what);
    await this.gate;
    if (signal.aborted) {
      this.aborted.push(what);
    }
  }

  /** Index of a row, or of the nearest earlier one. */
  #placeIn(listed: readonly ListRow[], rowId: string): number {
    const exact = listed.findIndex(
      (row) => row.id === rowId || (row.kind === 'diff' && row.call?.id === rowId),
    );
    const placeOf = (wanted: string) =>
      this.#session.rows.findIndex(({ id }) => id === wanted.replace(/r$/, ''));
    const place = placeOf(rowId);
    return exact >= 0 ? exact : listed.findLastIndex(({ id }) => placeOf(id) <= place);
  }

  #listed(filter: RowFilter, opened: OpenedRuns): readonly ListRow[] {
    return filter === 'skim' ? skimmed(this.#session.rows, opened) : this.#filtered(filter);
  }

  #filtered(filter: RowFilter): readonly Row[] {
    return this.#session.rows.filter((row) => passes(row, filter));
  }
}

/** Of the first rows: one of millions would be made in the page's own thread here. */
function sampledTimeline({ total, row }: Endless, bins: number): TimelineBins {
  const sample = Array.from({ length: Math.min(total, 1_000) }, (_, at) => row(at));
  const timeline = timelineOf(sample, bins);
  const scale = total / sample.length;
  return {
    ...timeline,
    rows: total,
    starts: timeline.starts.map((start) => Math.round(start * scale)),
  };
}

function passes(row: Row, filter: RowFilter): boolean {
  const { level, line } = partsOfFilter(filter);
  const state = 'state' in row && row.kind !== 'extensionState' ? row.state : 'done';
  const { kind } = row;
  const tool = kind === 'tool' ? toolKind(row.name) : kind === 'shell' ? 'shell' : undefined;
  const fact: RowFact = {
    time: row.time,
    tool,
    name: kind === 'tool' ? row.name : undefined,
    path: kind === 'diff' ? row.path : undefined,
    size: textsOfRow(row).join('').length,
    added: 0,
    removed: 0,
    exitCode: kind === 'shell' ? row.exitCode : undefined,
    durationMs: undefined,
    command: undefined,
  };
  const test = filterLineTest(line);
  return (
    passesFilter(level, kind, state) &&
    test?.({ kind, state, fact, isAfterCompaction: false }) !== false
  );
}

function counted(
  rows: readonly Row[],
  valueOf: (row: Row) => string | undefined,
): readonly CountedValue[] {
  const counts = new Map<string, number>();
  for (const value of rows.flatMap((row) => valueOf(row) ?? [])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}

/** As the worker collects them, from diffs alone. */
function changedFiles(rows: readonly Row[], { from, oneTurn }: RowRange): ChangedFiles {
  const start = Math.max(
    0,
    rows.findIndex(({ id }) => id === from),
  );
  const next = rows.findIndex(({ kind }, at) => kind === 'user' && at > start);
  const range = rows.slice(start, oneTurn === true && next > 0 ? next : undefined);
  const diffs = range.filter((row) => row.kind === 'diff');
  const keyOf = ({ path = '' }: (typeof diffs)[number]) => fileKey(path, defaultCwd);
  const paths = [...new Set(diffs.map(keyOf))];
  const sum = (of: typeof diffs, name: 'added' | 'removed') =>
    of.reduce((total, diff) => total + diff[name], 0);
  return {
    files: paths.map((path): ChangedFile => {
      const own = diffs.filter((diff) => keyOf(diff) === path);
      return {
        path,
        edits: own.map(({ id, added, removed }) => ({ rowId: id, lines: { added, removed } })),
        total: own.length,
        added: sum(own, 'added'),
        removed: sum(own, 'removed'),
        hasDiff: true,
      };
    }),
    total: paths.length,
    edits: diffs.length,
    added: sum(diffs, 'added'),
    removed: sum(diffs, 'removed'),
    complete: true,
  };
}
