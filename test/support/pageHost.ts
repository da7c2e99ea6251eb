import { charsOfParts, tokensIn } from '#core/conversation/contextSize.ts';
import type { ConversationMessage, ImageData } from '#core/conversation/message.ts';
import { messageTexts } from '#core/conversation/messageTexts.ts';
import { imageOfMessage, shownMessage } from '#core/conversation/shownMessage.ts';
import type { Problem } from '#core/problem.ts';
import type { Row } from '#core/replay/row.ts';
import { textsOfRow } from '#core/replay/rowTexts.ts';
import { Endpoint } from '#protocol/endpoint.ts';
import type { Port } from '#protocol/contract.ts';
import {
  passesFilter,
  type ContextAt,
  type HostContract,
  type PageContract,
  type ReplayHeader,
  type RowCommand,
  type RowFilter,
} from '#protocol/page.ts';

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
  readonly endless?: { readonly total: number; readonly row: (index: number) => Row };
  /** Other branches of the log, by last line; the latest is the session's own. */
  readonly branches?: Readonly<Record<number, Partial<PageSession>>>;
}

export interface ToldNotice {
  readonly name: string;
  readonly body: unknown;
}

/** As the real host would answer; the page gets its message. */
class Refusal extends Error {}

/** The host's end of the page protocol, over a test's rows; records notifications. */
export class PageHostFake {
  readonly told: ToldNotice[] = [];
  /** Names of requests in order, `rows/read 100` with the start. */
  readonly asked: string[] = [];
  readonly aborted: string[] = [];
  readonly #endpoint: Endpoint<HostContract, PageContract>;
  #session: PageSession;
  /** With its latest branch. */
  #latest: PageSession;
  #generation = 1;
  /** Requests wait for this, so a test can observe the page in between. */
  gate: Promise<void> = Promise.resolve();
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
          'rows/read': async ({ filter, start, count }, signal) => {
            await this.#pass(`rows/read ${start}`, signal);
            const { endless } = this.#session;
            const rows = this.#filtered(filter);
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
          'messages/find': async ({ query, matchCase, from }, signal) => {
            await this.#pass(`messages/find ${query}${from === 0 ? '' : ` ${from}`}`, signal);
            const fold = (text: string) => (matchCase ? text : text.toLowerCase());
            const found = (this.#session.messages ?? []).flatMap((message, at) => {
              const text = fold(messageTexts(message).join('\n'));
              const count = text.split(fold(query)).length - 1;
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
          'find/run': async ({ filter, query, matchCase, from }, signal) => {
            await this.#pass(`find/run ${query}${from === 0 ? '' : ` ${from}`}`, signal);
            const fold = (text: string) => (matchCase ? text : text.toLowerCase());
            const all = this.#filtered(filter);
            const end = Math.min(from + this.searchedAtOnce, all.length);
            const found = all.slice(from, end).flatMap((row, at) => {
              const texts = [...textsOfRow(row), this.#session.beyond?.[row.id] ?? ''];
              const counts = texts.map((text) => fold(text).split(fold(query)).length - 1);
              const count = counts.reduce((sum, inText) => sum + inText, 0);
              return count > 0 ? [{ row: from + at, count }] : [];
            });
            return {
              rows: found.map(({ row }) => row),
              counts: found.map(({ count }) => count),
              ...(end < all.length ? { next: end } : {}),
              complete: true,
            };
          },
          'row/locate': ({ filter, rowId }) => {
            this.asked.push(`row/locate ${rowId}`);
            const all = this.#session.rows.findIndex(({ id }) => id === rowId);
            const before = this.#session.rows.slice(0, all + 1);
            return { index: before.filter((row) => passes(row, filter)).length - 1 };
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
        },
        notices: {
          'row/open': tell('row/open'),
          'line/open': tell('line/open'),
          'diff/open': tell('diff/open'),
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
      cwd: '/home/ada/src/ledger',
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

  async #pass(what: string, signal: AbortSignal): Promise<void> {
    this.asked.push(what);
    await this.gate;
    if (signal.aborted) {
      this.aborted.push(what);
    }
  }

  #filtered(filter: RowFilter): readonly Row[] {
    return this.#session.rows.filter((row) => passes(row, filter));
  }
}

function passes(row: Row, filter: RowFilter): boolean {
  return passesFilter(
    filter,
    row.kind,
    'state' in row && row.kind !== 'extensionState' ? row.state : 'done',
  );
}
