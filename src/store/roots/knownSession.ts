import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionSource } from '../sources/records/source.ts';
import type { SessionPlace } from '../sources/sources.ts';
import type { LocatedPlace } from './storeRoots.ts';

/** A session that may be read. */
export interface KnownSession extends SessionPlace {
  readonly source: SessionSource;
  /** The session's agent. */
  readonly adapter: AgentAdapter;
  /** The agent whose store it is in. */
  readonly place: AgentAdapter;
  /** See `StorePlace`. */
  readonly cwd?: string | undefined;
  /** Why this adapter was chosen, as a sentence. */
  readonly reason: string;
  /** Undefined outside all stores, where nothing but the session itself may be read. */
  readonly located?: LocatedPlace;
}
