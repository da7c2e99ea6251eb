import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { SessionSummary } from '#core/session.ts';
import type { StoreRoots } from '#store/roots/storeRoots.ts';
import type { Marks } from './marks.ts';
import type { SessionCatalog } from './sessionCatalog.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/**
 * Paths come from places that others can write to: a restored panel's state, a document's address,
 * a command's argument. The gate opens only logs that are listed or lie where an agent stores its
 * logs.
 */
export class SessionGate {
  readonly #catalog: Pick<SessionCatalog, 'find'>;
  readonly #worker: Pick<WorkerClient, 'request'>;
  readonly #roots: Pick<StoreRoots, 'locate'>;
  readonly #marks: Pick<Marks, 'ready' | 'overlay'>;

  constructor(services: {
    catalog: Pick<SessionCatalog, 'find'>;
    worker: Pick<WorkerClient, 'request'>;
    roots: Pick<StoreRoots, 'locate'>;
    marks: Pick<Marks, 'ready' | 'overlay'>;
  }) {
    this.#catalog = services.catalog;
    this.#worker = services.worker;
    this.#roots = services.roots;
    this.#marks = services.marks;
  }

  allows(path: string): boolean {
    return this.#catalog.find(path) !== undefined || this.#roots.locate(path) !== undefined;
  }

  /**
   * @throws UserError if the path is not a log; RemoteError with a sentence if it cannot be read.
   */
  async summary(path: string): Promise<SessionSummary> {
    const session = this.#catalog.find(path);
    if (session !== undefined) {
      return session;
    }
    if (!this.allows(path)) {
      throw new UserError(t('This file is not in an agent’s session folder.'));
    }
    await this.#marks.ready();
    return this.#marks.overlay(await this.#worker.request('sessions/summarise', { path }));
  }
}
