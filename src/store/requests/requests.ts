import type { DelayedTask } from '#base/delayedTask.ts';
import type { AnsweredBy } from '#protocol/channel/contract.ts';
import type { ForwardedHandlers } from '#protocol/pages/pageRequests.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { TranscriptExporter } from '../export/transcriptExporter.ts';
import type { SessionStore } from '../sessionStore.ts';
import type { SessionTools } from '../tools/sessionTools.ts';
import type { Archive } from '../write/archive.ts';
import type { CarriedSessions } from '../write/carriedSessions.ts';
import type { SessionWriters } from '../write/sessionWriters.ts';
import type { TurnJournals } from '../write/turnJournals.ts';
import { changesRequests } from './changes.ts';
import { conversationRequests } from './conversation.ts';
import { exportRequests } from './export.ts';
import { lensRequests } from './lens.ts';
import { listRequests } from './list.ts';
import { manySessionsRequests } from './manySessions.ts';
import { rowRequests } from './rows.ts';
import { storageRequests } from './storage.ts';
import { writeRequests } from './write.ts';

/** What requests are answered with. */
export interface RequestServices {
  readonly store: SessionStore;
  readonly fileSystem: FileSystem;
  readonly writers: SessionWriters;
  readonly carried: CarriedSessions;
  readonly journals: TurnJournals;
  readonly archive: Archive;
  readonly exporter: TranscriptExporter;
  readonly tools: SessionTools;
  readonly cacheSaver: DelayedTask;
  readonly onFault: (fault: unknown) => void;
}

/** Everything that the worker thread answers. A session is identified by its log's path. */
export function workerRequests(services: RequestServices) {
  const { store, fileSystem, writers, carried, journals, archive, exporter, tools } = services;
  return {
    ...listRequests(store, services.cacheSaver, services.onFault),
    ...manySessionsRequests(store, tools, services.cacheSaver),
    ...rowRequests(store),
    ...storageRequests(store, fileSystem, services.cacheSaver),
    ...lensRequests(store),
    ...changesRequests(store, fileSystem),
    ...conversationRequests(store),
    ...writeRequests(writers, carried, journals, archive),
    ...exportRequests(store, exporter),
  } satisfies ForwardedHandlers;
}

/** Requests from the extension host to the worker thread that does all file work. */
export interface WorkerContract {
  requests: AnsweredBy<ReturnType<typeof workerRequests>>;
  notices: Record<never, never>;
}
