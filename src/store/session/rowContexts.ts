import type { CompactionEffect, EventPlace, Fate } from '#core/conversation/contextHistory.ts';
import {
  minus,
  noContext,
  plus,
  tokensIn,
  type ContextSize,
} from '#core/conversation/contextSize.ts';
import { rowId } from '#core/replay/buildRow.ts';
import type { LogIndex } from '#core/replay/logIndex.ts';
import type { ContextChange, MessageCounts, Row, RowContext } from '#core/replay/row.ts';
import type { RowRef } from '#core/replay/rowTable.ts';
import type { ContentOf } from './recordReader.ts';
import { RepeatedMessages } from './repeatedMessages.ts';
import { firstRowOfLine } from './rowPlace.ts';

/**
 * Which rows the model no longer gets, and what each compaction did. A row belongs to the messages
 * of its lines; a row of a line without any, such as a notice, was never in the context.
 */
export class RowContexts {
  readonly #index: LogIndex;
  readonly #repeated: RepeatedMessages;

  constructor(index: LogIndex) {
    this.#index = index;
    this.#repeated = new RepeatedMessages(index.conversation.history);
  }

  /** A row with what there is to say about the model's context. @param number of the row. */
  with(row: Row, number: number, contentOf: ContentOf): Row {
    const ref = number < 0 ? undefined : this.#index.transcript.rows.get(number);
    if (ref === undefined || ref.kind === 'problem') {
      return row;
    }
    const context = this.#contextOf(ref, contentOf);
    return {
      ...row,
      ...(context === undefined ? {} : { context }),
      ...(row.kind === 'compaction' ? { change: this.#changeOf(ref, contentOf) } : {}),
    };
  }

  #contextOf(ref: RowRef, contentOf: ContentOf): RowContext | undefined {
    const { history } = this.#index.conversation;
    if (ref.kind === 'compaction') {
      const effect = history.effect(ref);
      return effect && this.#contextBy(history.fateOf(effect));
    }
    const lines =
      ref.endLine === 0 || ref.endLine === ref.line ? [ref.line] : [ref.line, ref.endLine];
    const fates = lines
      .filter((line) => this.#index.tree.isShown(line))
      .flatMap((line) => history.entriesOf(line))
      .map((entry) => this.#fateOf(entry, contentOf));
    const last = fates.at(-1);
    return last === undefined || fates.some(({ state }) => state === 'in')
      ? undefined
      : this.#contextBy(last);
  }

  #contextBy(fate: Fate): RowContext | undefined {
    if (fate.state === 'in') {
      return undefined;
    }
    const { rows, facts } = this.#index.transcript;
    const { line, event } = fate.by;
    for (let number = firstRowOfLine(rows, line); rows.line(number) === line; number += 1) {
      const ref = rows.get(number);
      if (ref !== undefined && ref.kind !== 'problem' && ref.event === event) {
        const { time } = facts.get(number);
        return { state: fate.state, by: rowId(ref), ...(time === undefined ? {} : { time }) };
      }
    }
    return undefined;
  }

  /** Where an entry is now, which a compaction may have repeated. */
  #fateOf(entry: number, contentOf: ContentOf): Fate {
    const { history } = this.#index.conversation;
    let fate = history.fate(entry);
    while (fate.state === 'summarised') {
      const effect = history.effect(fate.by);
      if (effect === undefined || !this.#repeated.of(effect, contentOf).includes(entry)) {
        break;
      }
      fate = history.fateOf(effect);
    }
    return fate;
  }

  #changeOf(place: EventPlace, contentOf: ContentOf): ContextChange | 'ignored' {
    const { history } = this.#index.conversation;
    const effect = history.effect(place);
    if (effect === undefined) {
      return 'ignored';
    }
    const sizeOf = (entries: readonly number[]) =>
      entries.map((entry) => history.sizeOf(entry)).reduce(plus, noContext);
    const before = history.effects[effect.number - 2];
    const repeated = this.#repeated.of(effect, contentOf);
    const repeatedBefore = before === undefined ? [] : this.#repeated.of(before, contentOf);
    const replaced = minus(plus(effect.replaced, sizeOf(repeatedBefore)), sizeOf(repeated));
    const isLost = effect.own.chars === 0;
    const keptFrom = this.#firstKept(effect, repeated);
    return {
      kept: countsOf(plus(effect.kept, sizeOf(repeated))),
      ...(keptFrom === undefined ? {} : { keptFrom }),
      summarised: countsOf(isLost ? noContext : replaced),
      ...(effect.replacesSummary && !isLost ? { withSummary: true } : {}),
      dropped: countsOf(isLost ? plus(effect.removed, replaced) : effect.removed),
      tokensBefore: tokensIn(effect.before.chars),
      tokensAfter: tokensIn(effect.after.chars),
    };
  }

  /** ID of the first row of what a compaction keeps. */
  #firstKept({ start, at }: CompactionEffect, repeated: readonly number[]): string | undefined {
    const { conversation, transcript, tree } = this.#index;
    const { history } = conversation;
    const isKept = (entry: number) =>
      tree.isShown(history.placeOf(entry).line) && history.sizeOf(entry).chars > 0;
    let first = Math.min(start, ...repeated);
    while (first < at && !isKept(first)) {
      first += 1;
    }
    if (first === at) {
      return undefined;
    }
    const { rows } = transcript;
    const { line } = history.placeOf(first);
    for (let number = firstRowOfLine(rows, line); number < rows.length; number += 1) {
      const ref = rows.get(number);
      if (ref !== undefined && ref.kind !== 'problem' && tree.isShown(ref.line)) {
        return rowId(ref);
      }
    }
    return undefined;
  }
}

function countsOf({ user, assistant, results }: ContextSize): MessageCounts {
  return { user, assistant, results };
}
