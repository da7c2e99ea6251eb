import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { Emitter, type Disposable } from '#base/emitter.ts';
import { marked, type MarkChange, type MarkedSession } from '#core/events/marks.ts';
import type { SessionMarks, SessionSummary } from '#core/events/session.ts';
import { MarksLog } from '#store/marks/marksLog.ts';
import type { Log } from '../vscode/log.ts';

/** The user's marks of sessions, and the one place that lays them over sessions. */
export class Marks implements Disposable {
  readonly #file: MarksLog;
  readonly #changed = new Emitter<undefined>((fault) => {
    this.log.error('marks', 'listener failed', fault);
  });
  /** Here or in another window. */
  readonly onDidChange = this.#changed.event;
  #ready: Promise<void> | undefined;
  #watching: Disposable | undefined;
  #version = 0;

  /** @param path of the file that all windows share; need not exist. */
  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {
    this.#file = new MarksLog(path);
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  /** Resolves when they are read. Never rejects: without them, the list has none. */
  ready(): Promise<void> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  of(session: MarkedSession): SessionMarks | undefined {
    return this.#file.of(session);
  }

  all(): readonly MarkChange[] {
    return this.#file.all();
  }

  /** The session with its marks; the same object if it has none. */
  readonly overlay = (session: SessionSummary): SessionSummary => {
    const marks = this.#file.of(session);
    return marks === undefined ? session : marked(session, marks);
  };

  /** @throws the disk's error. */
  async change(changes: readonly MarkChange[]): Promise<void> {
    await this.ready();
    await this.#file.add(changes);
    this.#tell();
  }

  dispose(): void {
    this.#watching?.dispose();
    this.#changed.dispose();
  }

  async #start(): Promise<void> {
    try {
      const folder = dirname(this.path);
      await mkdir(folder, { recursive: true });
      const watcher = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(vscode.Uri.file(folder), basename(this.path)),
      );
      const look = () => void this.#look();
      this.#watching = vscode.Disposable.from(
        watcher,
        watcher.onDidCreate(look),
        watcher.onDidChange(look),
        watcher.onDidDelete(look),
        vscode.window.onDidChangeWindowState(({ focused }) => {
          if (focused) {
            look();
          }
        }),
      );
    } catch (error) {
      this.log.error('marks', 'not watched', error);
    }
    try {
      await this.#file.refresh();
    } catch (error) {
      this.log.error('marks', 'not read', error);
    }
  }

  async #look(): Promise<void> {
    try {
      if (await this.#file.refresh()) {
        this.#tell();
      }
    } catch (error) {
      this.log.error('marks', 'not read', error);
    }
  }

  #tell(): void {
    this.#version += 1;
    this.#changed.fire(undefined);
  }
}
