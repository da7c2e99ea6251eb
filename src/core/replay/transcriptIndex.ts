import { t } from '#base/l10n.ts';
import type { SessionEvent, ShellRunEvent, ToolResultEvent } from '../event.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';
import { callState } from './callState.ts';
import type { CallState, RowKind } from './row.ts';
import { OpenCalls } from './openCalls.ts';
import { RowTable } from './rowTable.ts';

export interface TranscriptMark {
  readonly rows: number;
  readonly segments: readonly string[];
  /** Rows from before the mark that ended after it. */
  readonly ended: number[];
}

/**
 * The transcript projection, incremental: every visible event becomes a row or ends one. A call and
 * its result are one row, paired by call ID if the format has one, else by name and order within a
 * turn (Keen writes no IDs).
 */
export class TranscriptIndex {
  readonly rows = new RowTable();
  readonly #report: (problem: Problem) => void;
  readonly #open = new OpenCalls();
  /** Texts that came as segments since the last user message; see `assistantText`. */
  #segments: string[] = [];
  #mark: TranscriptMark | undefined;

  constructor(report: (problem: Problem) => void) {
    this.#report = report;
  }

  push(event: SessionEvent, source: Source, eventIndex: number): void {
    switch (event.kind) {
      case 'userMessage':
        this.#endTurn();
        this.#add('user', source, eventIndex);
        break;
      case 'assistantText':
        this.#text(event, source, eventIndex);
        break;
      case 'thinking':
        if (event.text.trim() !== '') {
          this.#add('thinking', source, eventIndex);
        }
        break;
      case 'toolCall':
        this.#open.push({
          row: this.#add('tool', source, eventIndex, callState(event)),
          type: 'tool',
          name: event.name,
          callId: event.callId,
          source,
        });
        break;
      case 'toolResult':
        this.#end('tool', event.name, event, source, eventIndex);
        break;
      case 'shellRun':
        this.#shell(event, source, eventIndex);
        break;
      case 'compaction':
        this.#endTurn();
        this.#add('compaction', source, eventIndex);
        break;
      case 'interruption':
        // What was running when the user cancelled has no end; that is nothing odd.
        this.#open.endTurn();
        this.#add('interruption', source, eventIndex);
        break;
      case 'diff':
      case 'branchSummary':
      case 'fork':
      case 'extensionState':
      case 'error':
      case 'notice':
      case 'unknown':
        this.#add(event.kind, source, eventIndex);
        break;
      case 'contextEdit':
        this.#add('notice', source, eventIndex);
        break;
      case 'sessionStart':
      case 'sessionTitle':
      case 'label':
      case 'usage':
      case 'modelMessage':
        break;
    }
  }

  /** A row for a problem with lost content. @param index in the list of problems. */
  pushProblem(source: Source, index: number): void {
    this.#add('problem', source, index);
  }

  mark(): TranscriptMark {
    this.#open.mark();
    const mark = {
      rows: this.rows.length,
      segments: [...this.#segments],
      ended: [],
    };
    this.#mark = mark;
    return mark;
  }

  rewind(mark: TranscriptMark): void {
    this.rows.truncate(mark.rows);
    for (const row of mark.ended) {
      this.rows.setEnd(row, 0, 0, 'unfinished');
    }
    this.#open.rewind();
    this.#segments = [...mark.segments];
    this.#mark = undefined;
  }

  #add(kind: RowKind, source: Source, eventIndex: number, state?: CallState): number {
    return this.rows.push(kind, source.line, eventIndex, state);
  }

  /**
   * Early builds of Keen wrote an answer twice: in segments as it was shown, then whole. The
   * segments are at their right positions between the tool calls, so they stay and the copy gets no
   * row.
   */
  #text(
    event: Extract<SessionEvent, { kind: 'assistantText' }>,
    source: Source,
    eventIndex: number,
  ): void {
    if (event.text.trim() === '') {
      return;
    }
    if (event.segment === true) {
      this.#segments.push(event.text);
    } else if (this.#segments.length > 0) {
      const isCopy = this.#segments.at(-1) === event.text || this.#segments.join('') === event.text;
      this.#segments = [];
      if (isCopy) {
        return;
      }
    }
    this.#add('assistant', source, eventIndex);
  }

  #shell(
    event: Extract<SessionEvent, { kind: 'shellRun' }>,
    source: Source,
    eventIndex: number,
  ): void {
    switch (event.phase) {
      case 'whole':
        this.#add('shell', source, eventIndex, callState(event));
        break;
      case 'start':
        this.#open.push({
          row: this.#add('shell', source, eventIndex, callState(event)),
          type: 'shell',
          name: event.command,
          callId: event.callId,
          source,
        });
        break;
      case 'end':
        this.#end('shell', event.command, event, source, eventIndex);
        break;
    }
  }

  #end(
    type: 'tool' | 'shell',
    name: string,
    event: ToolResultEvent | ShellRunEvent,
    source: Source,
    eventIndex: number,
  ): void {
    // The end of a shell run repeats no ID.
    const isResult = event.kind === 'toolResult';
    const call = this.#open.end(type, name, isResult ? event.callId : undefined);
    if (call === undefined) {
      this.#add(type, source, eventIndex, callState(event));
      if (!isResult || event.standsAlone !== true) {
        this.#report({
          code: 'endWithoutStart',
          severity: 'odd',
          source,
          message: t('The end of “{0}” has no start in the log.', name),
          excerpt: '',
        });
      }
      return;
    }
    this.rows.setEnd(call.row, source.line, eventIndex, callState(event));
    if (this.#mark !== undefined && call.row < this.#mark.rows) {
      this.#mark.ended.push(call.row);
    }
  }

  /** Calls without IDs pair within their turn; those still open never got their end. */
  #endTurn(): void {
    this.#segments = [];
    for (const call of this.#open.endTurn()) {
      this.#report({
        code: 'startWithoutEnd',
        severity: 'odd',
        source: call.source,
        message: t('The start of “{0}” has no end in the log.', call.name),
        excerpt: '',
      });
    }
  }
}
