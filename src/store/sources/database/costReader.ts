import type { CostDatabase } from '#agents/contract/sources.ts';
import { isAmount } from '#base/format.ts';
import type { FileSystem } from '../../disk/fileSystem.ts';
import { isSameDatabase, databaseStateOf, type DatabaseState } from './databaseState.ts';
import type { Databases } from './databases.ts';

/** What some requests of a session cost. */
export interface Cost {
  readonly model: unknown;
  /** Epoch ms. */
  readonly time: number | undefined;
  /** US dollars. */
  readonly cost: number;
  readonly isSubAgent: boolean;
}

type CostsById = ReadonlyMap<string, readonly Cost[]>;

/** Rows that are read of one database; no real one has a tenth. */
const mostRows = 500_000;

/** Reads the databases that tell what sessions cost, each when it changed: all sessions share one. */
export class CostReader {
  readonly #known = new Map<string, { readonly state: DatabaseState; readonly costs: CostsById }>();

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly databases: Databases,
  ) {}

  /** By the IDs of sessions. What cannot be read tells nothing. */
  costs(path: string, layout: CostDatabase): CostsById {
    const now = databaseStateOf(this.fileSystem, path);
    if (!now.ok) {
      return new Map();
    }
    const known = this.#known.get(path);
    if (known !== undefined && isSameDatabase(known.state, now.value)) {
      return known.costs;
    }
    const read = this.databases.read(path, layout, ({ rows, state }) => ({
      state,
      costs: costsIn(rows(layout.sql), layout),
    }));
    const found = read.ok ? read.value : { state: now.value, costs: new Map<never, never>() };
    this.#known.set(path, found);
    return found.costs;
  }
}

function costsIn(
  rows: Iterable<Readonly<Record<string, unknown>>>,
  layout: CostDatabase,
): CostsById {
  const costs = new Map<string, Cost[]>();
  let left = mostRows;
  for (const { id, model, time, cost, isSubAgent } of rows) {
    left -= 1;
    if (left < 0) {
      break;
    }
    if (typeof id === 'string' && typeof cost === 'number' && isAmount(cost) && cost > 0) {
      const own = costs.get(id) ?? [];
      costs.set(id, own);
      own.push({ model, time: layout.timeIn(time), cost, isSubAgent: isSubAgent === 1 });
    }
  }
  return costs;
}
