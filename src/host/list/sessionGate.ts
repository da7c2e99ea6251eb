import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { StoreRoots } from '#store/roots/storeRoots.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import type { Marks } from './marks.ts';
import type { SessionCatalog } from './sessionCatalog.ts';

interface GateServices {
  readonly catalog: SessionCatalog;
  readonly worker: WorkerClient;
  readonly marks: Marks;
  readonly roots: StoreRoots;
}

/**
 * Paths come from places that others can write to: a restored panel's state, a document's address,
 * a command's argument. The gate opens only logs that are listed or lie where an agent stores its
 * logs.
 */
export class SessionGate {
  constructor(private readonly services: GateServices) {}

  allows(path: string): boolean {
    const { catalog, roots } = this.services;
    return catalog.find(path) !== undefined || roots.locate(path) !== undefined;
  }

  /** @throws UserError if the path is no log; RemoteError with a sentence if it cannot be read. */
  async summary(path: string): Promise<SessionSummary> {
    const { catalog, worker, marks } = this.services;
    const session = catalog.find(path);
    if (session !== undefined) {
      return session;
    }
    if (!this.allows(path)) {
      throw new UserError(t('This file is not in an agent’s session folder.'));
    }
    await marks.ready();
    return marks.overlay(await worker.request('sessions/summarize', { path }));
  }
}
