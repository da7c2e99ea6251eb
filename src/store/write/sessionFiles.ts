import { existsSync } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { matchesName, type PathStyle } from '../disk/pathStyle.ts';
import type { LocatedPlace } from '../roots/places.ts';

/** What a session consists of on the disk, by the names of files alone: a log may say anything. */
export class SessionFiles {
  constructor(private readonly style: PathStyle) {}

  /**
   * All of a session's files, that of the session itself last. Before it come those of its sub-agents and
   * entries, and those that say whose folder it is and what the session is called.
   */
  async all(session: LocatedPlace): Promise<readonly string[]> {
    const { layout, base, path } = session;
    if (layout.kind === 'database') {
      return [...['-wal', '-shm', '-journal'].map((end) => base + end), base];
    }
    const { folder } = this.style.split(path);
    const known = [
      ...(layout.folderFile === undefined ? [] : [this.style.below(base, layout.folderFile.name)]),
      ...(layout.kind === 'log' && layout.about !== undefined
        ? [this.style.below(folder, layout.about.file)]
        : []),
    ];
    const files = await Promise.all(
      known.map(async (file) =>
        (await stat(file).catch(() => undefined))?.isFile() === true ? [file] : [],
      ),
    );
    const below = await Promise.all(
      (await this.folders(session)).map(async (start) => {
        const found = await readdir(start, { recursive: true, withFileTypes: true });
        return found
          .filter((each) => each.isFile())
          .map((each) => this.style.below(each.parentPath, each.name));
      }),
    );
    return [...files.flat(), ...below.flat(), path];
  }

  /** Folders with entries and their parts, or with sub-agents; that of a database. */
  async folders({ layout, base, path, names }: LocatedPlace): Promise<readonly string[]> {
    switch (layout.kind) {
      case 'database':
        return [this.style.split(base).folder];
      case 'folder': {
        const { folder } = this.style.split(path);
        const session = layout.fallbackId(names);
        // No ID has a dot, and one of nothing else would lead out of its tree.
        if (session.includes('.')) {
          return [];
        }
        const ofEntries = this.style.join(folder, layout.entriesIn(session).join('/'));
        const ofParts = (await readdir(ofEntries).catch(() => [])).flatMap((name) => {
          const [, entry] = /^([^.]+)\.json$/.exec(name) ?? [];
          const parts = entry === undefined ? undefined : layout.partsIn?.(entry);
          return parts === undefined ? [] : [this.style.join(folder, parts.join('/'))];
        });
        return [ofEntries, ...ofParts].filter((each) => existsSync(each));
      }
      case 'log':
      case 'document': {
        const patterns = layout.subAgents?.folderOf?.(names);
        if (patterns === undefined) {
          return [];
        }
        const above = this.style.join(base, patterns.slice(0, -1).join('/'));
        const name = patterns.at(-1) ?? '';
        const found = name.includes('*')
          ? (await readdir(above)).filter((each) => matchesName(name, each))
          : [name];
        const folders: string[] = [];
        for (const each of found) {
          const folder = this.style.below(above, each);
          if ((await lstat(folder).catch(() => undefined))?.isDirectory() === true) {
            folders.push(folder);
          }
        }
        return folders;
      }
    }
  }
}
