import type { PathStyle } from '#store/disk/pathStyle.ts';

/** Where paths of a session may lead. */
interface FileBases {
  /** The session's folder, as the log spells it. */
  readonly cwd: string | undefined;
  /** Open folders, native absolute paths. */
  readonly folders: readonly string[];
  readonly home: string;
}

/**
 * Where the file may be that a session calls `path`, best guess first. None for a path that is unsafe
 * to follow: with control characters, on another machine, as an address, or out of the folder
 * it is relative to. A session whose folder was moved is looked for in the open ones.
 *
 * @param path as the log spells it: foreign text.
 */
export function fileTargets(
  path: string,
  { cwd, folders, home }: FileBases,
  style: PathStyle,
): readonly string[] {
  if (isHostile(path)) {
    return [];
  }
  const bases = [...(cwd === undefined || isHostile(cwd) ? [] : [cwd]), ...folders];
  const below = (folder: string, relative: string) => {
    const target = style.cleaned(style.join(folder, relative));
    return style.isAbsolute(folder) && style.isWithin(folder, target) ? [target] : [];
  };
  const targets = /^~[\\/]/.test(path)
    ? below(home, path.slice(2))
    : style.isAbsolute(path)
      ? [style.cleaned(path), ...movedTargets(path, cwd, folders, style)]
      : bases.flatMap((base) => below(base, path));
  return [...new Set(targets)].filter((target) => !style.isRemote(target));
}

function movedTargets(
  path: string,
  cwd: string | undefined,
  folders: readonly string[],
  style: PathStyle,
): readonly string[] {
  if (cwd === undefined || !style.isWithin(cwd, path)) {
    return [];
  }
  const relative = style.cleaned(path).slice(style.cleaned(cwd).length);
  return folders.map((folder) => style.join(folder, relative));
}

/** Control and invisible characters, a share, an address, a stream (`a.txt:b`), a way up. */
function isHostile(path: string): boolean {
  return (
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(path) ||
    /^[\\/]{2}/.test(path) ||
    path.replace(/^[A-Za-z]:(?=[\\/])/, '').includes(':') ||
    /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)
  );
}
