import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import type { EndsBuffer } from '../sources/log/endsBuffer.ts';
import {
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
} from '../disk/fileSystem.ts';
import { areaUnits, unitFiles, type AheadArea, type Look } from './aheadArea.ts';

/** Reads what is wanted in an area and nobody else has claimed. */
export function readArea(area: AheadArea, disk: FileSystem): void {
  for (let unit = 0; unit < areaUnits; unit += 1) {
    if (area.claim(unit)) {
      readUnit(area, unit, disk);
    }
  }
}

/** Reads the files of a unit that was claimed for that, and hands it over. */
export function readUnit(area: AheadArea, unit: number, disk: FileSystem): void {
  const { look } = area;
  for (let file = unit * unitFiles; file < (unit + 1) * unitFiles; file += 1) {
    readFile(disk, area, file, look);
  }
  area.finish(unit);
}

function readFile(disk: FileSystem, area: AheadArea, file: number, look: Look | undefined): void {
  const path = area.path(file);
  const ends = area.ends(file);
  if (path === '' || ends === undefined) {
    area.put(file, undefined);
  } else if (look === undefined) {
    const stat = disk.stat(path);
    area.put(file, stat.ok ? stat.value : undefined);
  } else {
    const read = withFile(disk, path, (opened) => readEnds(opened, ends, look));
    area.put(file, read.ok ? read.value : undefined, ends);
  }
}

/**
 * A first line may be long, and the second is the first that somebody said.
 *
 * @returns the stat of the file.
 */
function readEnds(opened: OpenFile, ends: EndsBuffer, look: Look): Result<FileStat> {
  const read = ends.open(opened, look.head, look.tail);
  if (!read.ok) {
    return read;
  }
  const first = ends.bytes.indexOf(lineFeed);
  const second = ends.bytes.indexOf(lineFeed, first + 1);
  const isCut = first < 0 || second < 0 || second >= ends.headEnd;
  const more = isCut && ends.headEnd < ends.headLimit ? ends.readHead() : read;
  return more.ok ? success(opened.stat) : more;
}
