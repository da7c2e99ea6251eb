import * as vscode from 'vscode';
import { Coalescer } from '#base/coalescer.ts';
import { Emitter, type Disposable } from '#base/emitter.ts';
import type { Log } from '../vscode/log.ts';
import { statsOf } from '../vscode/pathStyle.ts';
import { planWatches, type Watch, type WatchedPlaces } from './watchPlan.ts';

/** A burst of writes is one change: an agent writes a turn in several lines. */
const delayMs = 150;
const maxWaitMs = 1_000;

/** A watcher takes up to this long to start and does not report what happens meanwhile. */
const startMs = 1_000;

/**
 * Reports changes in the stores. VS Code's own watchers do the work, so remote windows and all
 * platforms behave alike, and nothing runs between events. `watchPlan.ts` plans what to watch,
 * again whenever a root comes or goes.
 */
export class StoreWatcher implements Disposable {
  readonly #changed = new Emitter<ReadonlySet<string>>((fault) => {
    this.log.error('watch', 'listener failed', fault);
  });
  /**
   * Native paths of what was created, changed or deleted: logs, and folders that hold them. Empty
   * if changes may have been missed.
   */
  readonly onDidChange = this.#changed.event;
  readonly #events: Coalescer<{ readonly path: string; readonly watch: Watch }>;
  #watchers = new Map<string, Disposable>();
  #afterStart: NodeJS.Timeout | undefined;
  #started = false;

  /** @param places called for every plan: settings of the user and of the agents change them. */
  constructor(
    private readonly places: () => WatchedPlaces,
    private readonly log: Log,
  ) {
    this.#events = new Coalescer({
      delayMs,
      maxWaitMs,
      run: (events) => {
        const all = [...events];
        if (all.some(({ watch }) => watch.for === 'roots')) {
          this.plan();
        }
        this.#changed.fire(new Set(all.map(({ path }) => path)));
      },
    });
  }

  /** Something changed, or may have while watchers started, that was not reported yet. */
  get isWaiting(): boolean {
    return !this.#events.isEmpty || this.#afterStart !== undefined;
  }

  /** Starts watching; a second call does nothing. */
  start(): void {
    if (!this.#started) {
      this.#started = true;
      this.plan();
    }
  }

  dispose(): void {
    clearTimeout(this.#afterStart);
    this.#events.dispose();
    this.#changed.dispose();
    for (const watcher of this.#watchers.values()) {
      watcher.dispose();
    }
    this.#watchers.clear();
  }

  /**
   * Plans again when the places may have changed. Watchers still needed stay: a new one misses what
   * happens while it starts.
   */
  plan(): void {
    if (!this.#started) {
      return;
    }
    const before = this.#watchers;
    this.#watchers = new Map();
    for (const watch of planWatches(this.places(), kindOf)) {
      const key = `${watch.base}\n${watch.pattern}`;
      this.#watchers.set(key, before.get(key) ?? this.#watch(watch));
      before.delete(key);
    }
    clearTimeout(this.#afterStart);
    this.#afterStart = setTimeout(() => {
      this.#afterStart = undefined;
      this.#changed.fire(new Set());
    }, startMs);
    for (const watcher of before.values()) {
      watcher.dispose();
    }
    this.log.debug('watch', 'planned', {
      watchers: this.#watchers.size,
      stores: [...this.#watchers.keys()].filter((key) => key.endsWith('*')).length,
    });
  }

  #watch(watch: Watch): Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(watch.base), watch.pattern),
    );
    const onEvent = (uri: vscode.Uri) => this.#events.add({ path: uri.fsPath, watch });
    watcher.onDidCreate(onEvent);
    watcher.onDidChange(onEvent);
    watcher.onDidDelete(onEvent);
    return watcher;
  }
}

function kindOf(path: string): 'folder' | 'file' | undefined {
  const stats = statsOf(path);
  return stats && (stats.isDirectory() ? 'folder' : 'file');
}
