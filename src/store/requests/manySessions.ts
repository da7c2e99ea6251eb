import type { DelayedTask } from '#base/delayedTask.ts';
import { Pacer } from '#base/pacer.ts';
import { dateOf } from '#core/events/session.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import type { FileEditsOrder, FileEditsPart } from '#protocol/fileEdits.ts';
import type { CostsPart, NumbersPart } from '#protocol/pages/numbersPage.ts';
import type { SearchPart, SessionsSearch } from '#protocol/search.ts';
import type { ToolCall } from '#protocol/toolCall.ts';
import { costOfSession } from '../numbers/costs.ts';
import { aboutSession } from '../numbers/aboutSession.ts';
import { readNumbers, sessionSpent } from '../numbers/readNumbers.ts';
import { KeptEdits, searchFileEdits } from '../search/fileEdits.ts';
import { searchSessions } from '../search/sessionsSearch.ts';
import { sessionUsage } from '../session/sessionUsage.ts';
import type { SessionStore } from '../sessionStore.ts';
import type { SessionTools } from '../tools/sessionTools.ts';

/**
 * Requests that look through sessions for what is in them, or what they came to.
 *
 * @param cacheSaver saves what they came to for the next thread.
 */
export function manySessionsRequests(
  store: SessionStore,
  tools: SessionTools,
  cacheSaver: DelayedTask,
) {
  const keptEdits = new KeptEdits();
  return {
    /** Searches sessions, streamed as hits are found; see `searchSessions`. */
    'sessions/search': (search: SessionsSearch, signal: AbortSignal, emit: Emit<SearchPart>) =>
      searchSessions(store, search, emit, signal),
    /** Looks for the recorded edits of a file, streamed as they are found; see `searchFileEdits`. */
    'sessions/fileEdits': (order: FileEditsOrder, signal: AbortSignal, emit: Emit<FileEditsPart>) =>
      searchFileEdits(store, keptEdits, order, emit, signal),
    /** Counts what was done in sessions, streamed; see `readNumbers`. */
    'sessions/numbers': (
      { paths }: { readonly paths: readonly string[] },
      signal: AbortSignal,
      emit: Emit<NumbersPart>,
    ) => {
      // A long reading is saved while it goes on.
      const emitAndSave: typeof emit = (part) => {
        cacheSaver.schedule();
        return emit(part);
      };
      return readNumbers(store, paths, emitAndSave, signal);
    },
    /** What sessions cost, streamed: the same without all else. */
    'sessions/costs': (
      { paths }: { readonly paths: readonly string[] },
      signal: AbortSignal,
      emit: Emit<CostsPart>,
    ) => {
      const emitAndSave = ({ sessions }: NumbersPart) => {
        cacheSaver.schedule();
        return emit({ costs: sessions.map(costOfSession) });
      };
      return readNumbers(store, paths, emitAndSave, signal);
    },
    /** What a session used; undefined for a long one, which would take too long. */
    'sessions/usage': ({ path }: { readonly path: string }, signal: AbortSignal) => {
      const session = store.sessionAt(path);
      const summary = store.summarize(path);
      const prices = store.pricesOf(session, summary.id, dateOf(summary));
      return sessionUsage(session, new Pacer(signal), prices);
    },
    /** What a session came to; see `sessionSpent`. */
    'about/spent': ({ path }: { readonly path: string }, signal: AbortSignal) =>
      sessionSpent(store, path, signal).finally(() => cacheSaver.schedule()),
    /** A session's facts; it need not be open. */
    'session/about': ({ path }: { readonly path: string }, signal: AbortSignal) =>
      aboutSession(store, path, signal).finally(() => cacheSaver.schedule()),
    /** What a model asks of sessions, answered in Markdown; fails with a sentence for the model. */
    'tools/call': (call: ToolCall, signal: AbortSignal) => tools.call(call, signal),
  };
}
