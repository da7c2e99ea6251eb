import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import type { AgentSettings } from '#protocol/worker.ts';
import type { FileSystem } from './disk/fileSystem.ts';
import type { SavePlace } from './disk/savedFile.ts';
import type { KnownPrices } from './session/knownPrices.ts';
import type { SqliteModule } from './sources/database/sqliteModule.ts';

/** What the maker of a session store provides. */
export interface StoreOptions {
  readonly fileSystem: FileSystem;
  readonly adapters: readonly AgentAdapter[];
  readonly environment: MachineEnvironment;
  readonly agents?: AgentSettings | undefined;
  /** Folder with copies of sessions, arranged by agent as in its store; absolute and native. */
  readonly kept?: string | undefined;
  /**
   * Where summaries are saved for the next store, and what sessions came to. Without it, every store starts by
   * reading all logs.
   */
  readonly summaries?:
    | (Pick<SavePlace, 'file' | 'writer' | 'replace'> & {
        /** Absolute native path. */
        readonly numbers: string;
      })
    | undefined;
  /** What models cost; nobody knows by default. */
  readonly prices?: KnownPrices | undefined;
  /** Called for the first database found; Node's own SQLite by default. */
  readonly loadSqlite?: (() => SqliteModule | undefined) | undefined;
  /** The list would be different now, though nothing changed on disk. */
  readonly onLearned?: () => void;
  readonly onFault: (fault: unknown) => void;
  /** A clock in ms, by which long work yields to other requests; the process's own by default. */
  readonly now?: () => number;
}
