import type { FileSystem } from '#store/disk/fileSystem.ts';
import { AheadArea, areaUnits, type Look } from '#store/readAhead/aheadArea.ts';
import { AheadFiles, type AheadLane, type ReadAhead } from '#store/readAhead/aheadFiles.ts';
import { readUnit } from '#store/readAhead/readArea.ts';

/** When a lane reads a unit of what was just ordered. */
export type Pace = 'at once' | 'late' | 'never';

/** A lane without a thread. */
export class TestLane implements AheadLane {
  readonly area: AheadArea;
  readonly orders: { readonly paths: readonly string[]; readonly look: Look | undefined }[] = [];
  readonly #disk: FileSystem;
  readonly #pace: (unit: number) => Pace;

  constructor(disk: FileSystem, pace: (unit: number) => Pace, area = new AheadArea()) {
    this.area = area;
    this.#disk = disk;
    this.#pace = pace;
  }

  order(paths: readonly string[], look: Look | undefined): void {
    this.orders.push({ paths, look });
    const { area } = this;
    area.order(paths, look);
    for (let unit = 0; unit < areaUnits; unit += 1) {
      const pace = this.#pace(unit);
      if (pace === 'at once' && area.claim(unit)) {
        readUnit(area, unit, this.#disk);
      } else if (pace === 'late' && area.claim(unit)) {
        setImmediate(() => {
          readUnit(area, unit, this.#disk);
        });
      }
    }
  }
}

/** Reads ahead through these lanes, however few the logs are. */
export function readAheadWith(lanes: readonly AheadLane[]): ReadAhead {
  return {
    over: (plan) =>
      new AheadFiles(
        plan,
        () => lanes,
        () => undefined,
      ),
  };
}
