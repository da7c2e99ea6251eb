import * as z from 'zod/mini';
import { checkedBy, pageFault, request, type DeclaredBy } from '../channel/checkedHandlers.ts';
import { mostActedOn, type StoragePlace, type StorageRows } from './storagePage.ts';

/** UTF-16 units; no file system has longer ones. */
const path = z.string().check(z.maxLength(32_768));
const paths = z.object({ paths: z.array(path).check(z.maxLength(mostActedOn)) });

const requests = {
  /** The first message of a page. */
  ready: request(z.object({})).returns<StoragePlace>(),
  /** Measures all sessions, streamed. */
  'storage/measure': request(z.object({})).streams<StorageRows, undefined>(),
  /** Opens the replay of a session. */
  'session/open': request(z.object({ path })),
  /** Keeps copies of sessions. */
  'sessions/keep': request(paths),
  /** Deletes sessions and copies, after a question. */
  'sessions/delete': request(paths),
};

const notices = { 'log/error': pageFault };

/** What the page of storage asks of the extension host. */
export type StorageHostContract = DeclaredBy<typeof requests, typeof notices>;

/** Handlers for the page of storage behind their schemas. */
export const checkedStorageHandlers = checkedBy(requests, notices);
