import type { ConversationMessage } from '#core/events/message.ts';
import type { TurnStep } from '#core/events/newEvent.ts';
import type { ArchiveOrder } from '#protocol/archive.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import type { TurnStart } from '#protocol/turnJournal.ts';
import type { AppendRequest, CarryRequest, NewSessionRequest } from '#protocol/writing.ts';
import type { Archive } from '../write/archive.ts';
import type { CarriedSessions } from '../write/carriedSessions.ts';
import type { SessionWriters } from '../write/sessionWriters.ts';
import type { TurnJournals } from '../write/turnJournals.ts';
import { sendMessages } from './conversation.ts';
import { writeResult } from '../write/writeError.ts';

/** Requests that write sessions, journals of turns, and copies of sessions. */
export function writeRequests(
  writers: SessionWriters,
  carried: CarriedSessions,
  journals: TurnJournals,
  archive: Archive,
) {
  return {
    /** Starts a session. Nothing is on disk before, and nothing if it fails. */
    'write/create': (request: NewSessionRequest, signal: AbortSignal) =>
      writeResult(writers.create(request, signal)),
    /**
     * Appends to a session; every line is durable when the answer comes. Deletes the given journal
     * of the appended turn.
     */
    'write/append': ({
      journal,
      ...request
    }: AppendRequest & { readonly journal?: string | undefined }) =>
      writeResult(
        journal === undefined ? writers.append(request) : journals.finish(journal, request),
      ),
    /** What a session would have that continues another one in an agent; nothing is written. */
    'carry/preview': (request: CarryRequest, signal: AbortSignal) =>
      carried.preview(request, signal),
    /** The conversation that goes, in parts. */
    'carry/messages': async (
      request: CarryRequest,
      signal: AbortSignal,
      emit: Emit<readonly ConversationMessage[]>,
    ) => sendMessages(await carried.messages(request, signal), emit),
    /** Makes that session, or a file for the agent to import. */
    'carry/write': (request: CarryRequest, signal: AbortSignal) => carried.carry(request, signal),
    /** Starts a journal of a turn in case the turn never ends; answers with its name. */
    'journal/begin': (start: TurnStart) => journals.begin(start),
    /** Durable when the answer comes. */
    'journal/add': ({
      journal,
      steps,
    }: {
      readonly journal: string;
      readonly steps: readonly TurnStep[];
    }) => journals.add(journal, steps),
    /** The turn will not be written. */
    'journal/drop': ({ journal }: { readonly journal: string }) => journals.drop(journal),
    /** Copies a session's files into our own storage; needs no `open`. */
    'session/keep': ({ path }: { readonly path: string }, signal: AbortSignal) =>
      archive.keep(path, signal),
    /** Deletes such a copy. */
    'session/unkeep': ({ path }: { readonly path: string }, signal: AbortSignal) =>
      archive.remove(path, signal),
    /** Says what restoring such a copy to its agent would create. */
    'session/restorable': ({ path }: { readonly path: string }, signal: AbortSignal) =>
      archive.restorable(path, signal),
    /** Puts its files where they were. */
    'session/restore': ({ path }: { readonly path: string }, signal: AbortSignal) =>
      archive.restore(path, signal),
    /** Makes copies by themselves; needs no `open`. */
    'session/archive': (order: ArchiveOrder, signal: AbortSignal) => archive.run(order, signal),
  };
}
