import type { Memento } from 'vscode';
import { anyState, breadcrumbKey, breadcrumbPath } from '#store/disk/breadcrumb.ts';

const key = 'leftOut';
/** As many threads may end before a window believes that something else is wrong. */
const most = 200;
/** A file that was blamed for another one's fault, and never changes, must not be missing for ever. */
const keptMs = 24 * 60 * 60 * 1000;

interface Entry {
  readonly breadcrumb: string;
  /** Epoch ms. */
  readonly since: number;
}

/**
 * What threads read when they ended, by their breadcrumbs: it must not be read again as it was then.
 * Remembered for a day, across windows.
 */
export class LeftOut {
  #entries: readonly Entry[];
  #added = 0;

  constructor(
    private readonly memento: Pick<Memento, 'get' | 'update'>,
    private readonly onFault: (fault: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {
    const kept: unknown = memento.get(key);
    this.#entries = Array.isArray(kept) ? kept.filter(isEntry) : [];
  }

  get breadcrumbs(): readonly string[] {
    return this.#recent().map(({ breadcrumb }) => breadcrumb);
  }

  /** @returns whether this explains why a thread ended, so that the next one will not. */
  add(breadcrumb: string): boolean {
    const recent = this.#recent();
    if (recent.some((one) => one.breadcrumb === breadcrumb) || this.#added === most) {
      return false;
    }
    this.#added += 1;
    const path = breadcrumbPath(breadcrumb);
    const others = recent.filter((one) => breadcrumbPath(one.breadcrumb) !== path);
    // One that is being written would end a thread with each change.
    const isAgain = others.length < recent.length;
    const added = isAgain ? breadcrumbKey(path, anyState) : breadcrumb;
    this.#entries = [...others, { breadcrumb: added, since: this.now() }].slice(-most);
    this.memento.update(key, this.#entries).then(undefined, this.onFault);
    return true;
  }

  #recent(): readonly Entry[] {
    return this.#entries.filter(({ since }) => Math.abs(this.now() - since) < keptMs);
  }
}

function isEntry(value: unknown): value is Entry {
  const { breadcrumb, since } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>;
  return typeof breadcrumb === 'string' && typeof since === 'number';
}
