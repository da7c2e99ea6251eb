import { composeEdits, gapWords } from '#core/changes/composeEdits.ts';
import { imageOfMessage, shownMessage } from '#core/rows/shownMessage.ts';
import { Pacer } from '#base/pacer.ts';
import type { Handlers } from '#protocol/endpoint.ts';
import type { WorkerContract } from '#protocol/worker.ts';
import { filterValues } from '../session/filterValues.ts';
import { streamIndex } from './indexStream.ts';
import { placesReport } from '../list/placesReport.ts';
import { costsOf } from '../numbers/costs.ts';
import { formatsSeen } from '../numbers/formatsSeen.ts';
import { ListingStream } from './listingStream.ts';
import { compactionRows } from '../session/compactionRows.ts';
import { sendConversation } from './sendConversation.ts';
import { findMessages } from '../find/messageSearch.ts';
import { exportTarget } from '../export/exportTarget.ts';
import { writeText } from '../disk/newFile.ts';
import { recordedEdit } from '../session/recordedEdit.ts';
import { findSteps } from '../session/findSteps.ts';
import { sessionUsage } from '../session/sessionUsage.ts';
import { readNumbers } from '../numbers/readNumbers.ts';
import { KeptEdits, searchFileEdits } from '../search/fileEdits.ts';
import { searchSessions } from '../search/sessionsSearch.ts';
import type { SessionStore } from '../sessionStore.ts';
import type { SessionTools } from '../tools/sessionTools.ts';
import type { TranscriptExporter } from '../export/transcriptExporter.ts';
import type { KeptCopies } from '../write/keptCopies.ts';
import type { SessionWriters } from '../write/sessionWriters.ts';
import type { TurnJournals } from '../write/turnJournals.ts';
import { writeResult } from '../write/writeError.ts';
import { contextAt } from '../session/contextAt.ts';
import { outlineEntryOf } from '../session/outlineEntry.ts';

/** More than any page shows at once; longer requests would occupy the thread. */
const maxCount = 200;

/** Saves what was learned about logs for the next thread. */
interface Keeping {
  /** Requests a save, because logs were examined. */
  wish(): void;
  /** Saves now, if anything is pending. */
  finish(): Promise<void>;
}

/** The worker's request handlers, on top of a store and its writers. */
export function storeHandlers(
  store: SessionStore,
  writers: SessionWriters,
  exporter: TranscriptExporter,
  journals: TurnJournals,
  tools: SessionTools,
  copies: KeptCopies,
  onFault: (fault: unknown) => void,
  keeping: Keeping = { wish: () => undefined, finish: () => Promise.resolve() },
): Handlers<WorkerContract> {
  const listings = new ListingStream();
  const keptEdits = new KeptEdits();
  const everywhere = new ListingStream();
  return {
    requests: {
      'sessions/list': async ({ folders, basis }, signal, emit) => {
        if (folders === 'all') {
          return everywhere
            .send(basis, (onPatch) => store.listAll(signal, onPatch), emit)
            .finally(() => {
              keeping.wish();
            });
        }
        const end = await listings
          .send(basis, (onPatch) => store.list(folders, signal, onPatch), emit)
          .finally(() => {
            keeping.wish();
          });
        void store.searchNames().then((hasLearned) => {
          if (hasLearned) {
            keeping.wish();
          }
        }, onFault);
        return end;
      },
      'sessions/places': async ({ folders, paths }, signal, emit) => ({
        places: await placesReport(store.listTools, folders, signal),
        ...(await formatsSeen(store, paths, emit, signal)),
      }),
      'worker/finish': async () => {
        store.stopNameSearch();
        await keeping.finish();
        return undefined;
      },
      'agents/configure': ({ agents }) => {
        store.configure(agents);
        return undefined;
      },
      'sessions/summarize': ({ path }) => store.summarize(path),
      'sessions/find': (wanted, signal) => store.sessionById(wanted, signal),
      'sessions/lastMessage': ({ path }, signal) => store.lastMessage(path, signal),
      'sessions/usage': ({ path }, signal) =>
        sessionUsage(
          store.sessionAt(path),
          new Pacer(signal),
          costsOf(store, store.summarize(path)),
        ),
      'sessions/search': (search, signal, emit) => searchSessions(store, search, emit, signal),
      'sessions/fileEdits': (order, signal, emit) =>
        searchFileEdits(store, keptEdits, order, emit, signal),
      'sessions/numbers': ({ paths }, signal, emit) => readNumbers(store, paths, emit, signal),
      'session/open': ({ path }, signal, emit) => streamIndex(store, path, signal, emit),
      'session/refresh': ({ path }) => store.reader(path).refresh(),
      'session/branch': ({ path, leaf }) => store.reader(path).showBranch(leaf),
      'session/rows': ({ path, filter, start, count }) =>
        store.reader(path).rows(filter, place(start), atMost(count)),
      'session/outline': ({ path, start, count }) =>
        store.reader(path).outline(place(start), atMost(count)),
      'session/outlineEntry': ({ path, rowId }) => ({
        entry: outlineEntryOf(store.reader(path).indexed, rowId),
      }),
      'session/skim': ({ path, opened, start, count }) =>
        store.reader(path).skim(opened, place(start), atMost(count)),
      'session/messages': ({ path, start, count }) => {
        const page = store.reader(path).messages(place(start), atMost(count));
        return { ...page, messages: page.messages.map(shownMessage) };
      },
      'session/messageImage': ({ path, message, index }) => {
        const [found] = store.reader(path).messages(place(message), 1).messages;
        return found && imageOfMessage(found, index);
      },
      'session/image': async ({ path, rowId, index }, signal) => {
        const row = await store.row(path, rowId, signal);
        return row.reader.images(row.rowId)[place(index)];
      },
      'session/problems': ({ path, start, count }) =>
        store.reader(path).problems(place(start), atMost(count)),
      'session/find': ({ path, from, ...query }, signal) => store.find(path, query, from, signal),
      'session/locate': ({ path, filter, opened, rowId }) =>
        store.reader(path).locate(filter, rowId, opened),
      'session/filterValues': ({ path }, signal) =>
        filterValues(store.reader(path).indexed, new Pacer(signal)),
      'session/timeline': ({ path, bins }, signal) => store.timeline(path, bins, signal),
      'session/steps': ({ path, ...query }, signal) =>
        findSteps(store.reader(path).indexed, query, new Pacer(signal)),
      'session/text': async ({ path, rowId, part }, signal) => {
        const row = await store.row(path, rowId, signal);
        return store.nested.text(row, part);
      },
      'session/row': async ({ path, rowId }, signal) => {
        const row = await store.row(path, rowId, signal);
        return row.reader.row(row.rowId);
      },
      'session/agent': ({ path, rowId, agent, start, count }, signal) => {
        const range = { start: place(start), count: atMost(count) };
        return store.nested.rows(store.reader(path), rowId, place(agent), range, signal);
      },
      'session/diff': async ({ path, rowId }, signal) => {
        const row = await store.row(path, rowId, signal);
        return recordedEdit(row.reader, row.rowId);
      },
      'session/files': async ({ path, whole, ...range }, signal) => {
        const reader = whole === true ? await store.whole(path, signal) : store.reader(path);
        return reader.changedFiles(range, new Pacer(signal));
      },
      'session/fileSides': async ({ path, ...range }, signal) => {
        const reader = await store.whole(path, signal);
        return composeEdits(await reader.editsOfFile(range, new Pacer(signal)), gapWords);
      },
      'session/editStates': ({ path, rowIds, folders }, signal) =>
        store.editStates(path, rowIds, folders, signal),
      'session/findMessages': ({ path, from, ...query }, signal) =>
        findMessages(store.reader(path), query, from, signal),
      'session/contextAt': ({ path, rowId }) => contextAt(store.reader(path).indexed.index, rowId),
      'session/conversation': async ({ path, before }, signal, emit) =>
        sendConversation(await store.conversation(path, signal, before), emit),
      'write/create': (request, signal) => writeResult(writers.create(request, signal)),
      'write/append': ({ journal, ...request }) =>
        writeResult(
          journal === undefined ? writers.append(request) : journals.finish(journal, request),
        ),
      'journal/begin': (start) => journals.begin(start),
      'journal/add': ({ journal, steps }) => {
        journals.add(journal, steps);
        return undefined;
      },
      'journal/drop': ({ journal }) => {
        journals.drop(journal);
        return undefined;
      },
      'session/lastTurns': ({ path, before, ...limits }, signal) =>
        store.lastTurns(path, limits, signal, before),
      'session/compactions': async ({ path }, signal) =>
        compactionRows(await store.whole(path, signal)),
      'session/forkPoint': ({ path, part }, signal) => store.forkPoint(path, part, signal),
      'session/leftBehind': async ({ point }, signal, emit) =>
        sendConversation(await store.leftBehind(point, signal), emit),
      'session/transcript': ({ path, start, count }, signal) =>
        store.transcript(path, { start: place(start), count: atMost(count) }, signal),
      'session/export': (order, signal, emit) => exporter.export(order, signal, emit),
      'session/scan': (part, signal, emit) => exporter.scan(part, signal, emit),
      'session/markdown': (order, signal, emit) => exporter.markdown(order, signal, emit),
      'session/keep': ({ path }) => copies.keep(path),
      'session/unkeep': async ({ path }) => {
        await copies.remove(path);
        return undefined;
      },
      'tools/call': (call, signal) => tools.call(call, signal),
      'export/look': ({ file }) => {
        const { exists } = exportTarget(store, undefined, file);
        return { exists };
      },
      'export/text': ({ path, file, text }) => {
        const { mode } = exportTarget(store, path, file);
        writeText(file, text, mode);
        return undefined;
      },
    },
    notices: {},
  };
}

function place(start: number): number {
  return Math.max(0, Math.trunc(start) || 0);
}

function atMost(count: number): number {
  return Math.min(place(count), maxCount);
}
