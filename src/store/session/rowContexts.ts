import { LruMap } from '#base/lruMap.ts';
import type { CompactionEffect, Fate, EventPlace } from '#core/conversation/contextTurn.ts';
import {
  minus,
  noContext,
  plus,
  tokensIn,
  type ContextSize,
} from '#core/conversation/contextSize.ts';
import { rowId } from '#core/rows/rowId.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import type { ContextChange, MessageCounts, Row, LostContext, RowOf } from '#core/rows/row.ts';
import type { RowRef } from '#core/index/rowTable.ts';
import type { ContentOf } from './recordReader.ts';
import { RepeatedMessages } from './repeatedMessages.ts';
import { firstRowOfLine, rowOfEvent } from './rowPlace.ts';

/** A call's row asks for two lines, and for those beside them. */
const mostAsked = 4;

/**
 * Which rows the model no longer gets, and what each compaction did. A row belongs to the messages
 * of its lines; a row of a line without any, such as a notice, was never in the context.
 */
export class RowContexts {
  readonly #repeated: RepeatedMessages;
  /** The lines asked for last, with what the answer depends on. */
  readonly #asked = new LruMap<number, { readonly state: string; readonly fate: Fate | undefined }>(
    mostAsked,
  );

  constructor(private readonly index: LogIndex) {
    this.#repeated = new RepeatedMessages(index.conversation.history);
  }

  /** A row with what there is to say about the model's context. @param number of the row. */
  with(row: Row, number: number, contentOf: ContentOf): Row {
    const ref = number < 0 ? undefined : this.index.transcript.rows.get(number);
    if (ref === undefined || ref.kind === 'problem') {
      return row;
    }
    const context = this.#contextOf(row, ref, contentOf);
    return {
      ...row,
      ...(context === undefined ? {} : { context }),
      ...(row.kind === 'compaction' ? this.#changeOf(ref, contentOf) : {}),
    };
  }

  #contextOf(row: Row, ref: RowRef, contentOf: ContentOf): LostContext | undefined {
    const { history } = this.index.conversation;
    if (ref.kind === 'compaction') {
      const effect = history.effect(ref);
      return effect && this.#contextBy(history.fateOf(effect));
    }
    const lines =
      ref.endLine === 0 || ref.endLine === ref.line ? [ref.line] : [ref.line, ref.endLine];
    const fates = lines
      .filter((line) => this.index.tree.isShown(line))
      .map((line) => this.#fateOfLine(line, contentOf))
      .concat(
        (row.kind === 'user' ? this.#entriesBeside(row, contentOf) : []).map((entry) =>
          this.#fateOf(entry, contentOf),
        ),
      );
    const last = mergedFate(fates);
    return last && this.#contextBy(last);
  }

  /**
   * Where the entries of a line are now: in the context if any is, else where the last is. Of a line
   * with many records, each row asks for all of them, so it is remembered until something changes.
   */
  #fateOfLine(line: number, contentOf: ContentOf): Fate | undefined {
    const { conversation, visible } = this.index;
    const { history } = conversation;
    const state = [visible.version, history.mark().turns, history.entriesBefore(Infinity)].join();
    const asked = this.#asked.get(line);
    if (asked?.state === state) {
      return asked.fate;
    }
    const fate = mergedFate(history.entriesOf(line).map((entry) => this.#fateOf(entry, contentOf)));
    this.#asked.set(line, { state, fate });
    return fate;
  }

  /** A format may record a prompt on one line as it was shown, and near it as the model gets it. */
  #entriesBeside(
    { source: { line }, text }: RowOf<'user'>,
    contentOf: ContentOf,
  ): readonly number[] {
    const { history } = this.index.conversation;
    if (text.text === '' || this.#fateOfLine(line, contentOf) !== undefined) {
      return [];
    }
    const next = history.entriesBefore(line);
    return [next, next - 1].filter(
      (entry) =>
        history.has(entry) &&
        history.sizeOf(entry).user > 0 &&
        this.#repeated.textOf(entry, contentOf).includes(text.text),
    );
  }

  #contextBy(fate: Fate): LostContext | undefined {
    if (fate.state === 'in') {
      return undefined;
    }
    const { rows, facts } = this.index.transcript;
    const number = rowOfEvent(rows, fate.by);
    const ref = number === undefined ? undefined : rows.get(number);
    if (number === undefined || ref === undefined) {
      return undefined;
    }
    const time = facts.time(number);
    return { state: fate.state, by: rowId(ref), ...(time === undefined ? {} : { time }) };
  }

  /** Where an entry is now, which a compaction may have repeated. */
  #fateOf(entry: number, contentOf: ContentOf): Fate {
    const { history } = this.index.conversation;
    let fate = history.fate(entry);
    while (fate.state === 'summarized') {
      const effect = history.effect(fate.by);
      if (effect === undefined || !this.#repeated.of(effect, contentOf).has(entry)) {
        break;
      }
      fate = history.fateOf(effect);
    }
    return fate;
  }

  #changeOf(
    place: EventPlace,
    contentOf: ContentOf,
  ): { readonly change?: ContextChange | 'ignored' } {
    const effect = this.index.conversation.history.effect(place);
    if (effect !== undefined) {
      return { change: this.#changeBy(effect, contentOf) };
    }
    // A summary of what another session said shows as a compaction, and is none.
    const { kind } = contentOf(place.line)?.events[place.event] ?? {};
    return kind === 'compaction' ? { change: 'ignored' } : {};
  }

  #changeBy(effect: CompactionEffect, contentOf: ContentOf): ContextChange {
    const { history } = this.index.conversation;
    const sizeOf = (entries: Iterable<number>) =>
      Array.from(entries, (entry) => history.sizeOf(entry)).reduce(plus, noContext);
    const before = history.effects[effect.number - 2];
    const repeated = this.#repeated.of(effect, contentOf);
    const repeatedBefore = before === undefined ? [] : this.#repeated.of(before, contentOf);
    const replaced = minus(plus(effect.replaced, sizeOf(repeatedBefore)), sizeOf(repeated));
    const isLost = effect.own.chars === 0 && !effect.summaryFollows;
    const after = effect.summaryFollows
      ? history.at(history.placeOf(effect.at).line)
      : effect.after;
    const retainedFrom = this.#firstKept(effect, repeated);
    return {
      retained: countsOf(plus(effect.retained, sizeOf(repeated))),
      ...(retainedFrom === undefined ? {} : { retainedFrom }),
      summarized: countsOf(isLost ? noContext : replaced),
      ...(effect.replacesSummary && !isLost ? { withSummary: true } : {}),
      dropped: countsOf(isLost ? plus(effect.removed, replaced) : effect.removed),
      tokensBefore: tokensIn(effect.before.chars),
      tokensAfter: tokensIn(after.chars),
    };
  }

  /** ID of the first row of what a compaction keeps. */
  #firstKept({ start, at }: CompactionEffect, repeated: ReadonlySet<number>): string | undefined {
    const { conversation, transcript, visible } = this.index;
    const { history } = conversation;
    // The latest comes first.
    const earliest = [...repeated].at(-1) ?? start;
    const first = history.firstIn(Math.min(start, earliest), at);
    if (first === undefined) {
      return undefined;
    }
    const { rows } = transcript;
    const from = firstRowOfLine(rows, history.placeOf(first).line);
    for (let place = visible.placeOf(from); place < visible.length; place += 1) {
      const number = visible.at(place) ?? -1;
      const ref = number < from ? undefined : rows.get(number);
      if (ref !== undefined && ref.kind !== 'problem') {
        return rowId(ref);
      }
    }
    return undefined;
  }
}

/** Of several entries: in the context if any is, else where the last is; undefined if there is none. */
function mergedFate(fates: readonly (Fate | undefined)[]): Fate | undefined {
  return fates.find((fate) => fate?.state === 'in') ?? fates.findLast((fate) => fate !== undefined);
}

function countsOf({ user, assistant, results }: ContextSize): MessageCounts {
  return { user, assistant, results };
}
