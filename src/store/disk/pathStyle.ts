import { posix, win32 } from 'node:path';

/**
 * Paths of one platform. Not taken from the machine it runs on, so that the rules for Windows are
 * tested everywhere.
 */
export class PathStyle {
  readonly #windows: boolean;
  readonly #lib: typeof posix;

  constructor(platform: 'posix' | 'windows') {
    this.#windows = platform === 'windows';
    this.#lib = this.#windows ? win32 : posix;
  }

  join(...parts: readonly string[]): string {
    return this.#lib.join(...parts);
  }

  /** The path of a name in a folder. Nothing is resolved: it is a name as the disk gives it. */
  below(folder: string, name: string): string {
    const { sep } = this.#lib;
    return (folder.endsWith(sep) ? folder : folder + sep) + name;
  }

  /** A path's folder and its last name. */
  split(path: string): { readonly folder: string; readonly name: string } {
    return { folder: this.#lib.dirname(path), name: this.#lib.basename(path) };
  }

  isAbsolute(path: string): boolean {
    return this.#lib.isAbsolute(path);
  }

  /** A path written with `/` as this platform writes it, without `.`, `..` and double separators. */
  native(path: string): string {
    return this.#lib.normalize(path);
  }

  /** The names of an absolute path; on Windows the drive or share is the first. */
  segments(path: string): string[] {
    return this.native(path)
      .split(this.#windows ? /[\\/]+/ : /\/+/)
      .filter((segment) => segment !== '');
  }

  /** As `native`, and without a separator at the end: how an agent knows its own folder. */
  cleaned(path: string): string {
    // Nearly all paths are clean, and ten thousand of them are compared at once.
    if (!this.#windows && path.startsWith('/') && !unclean.test(path)) {
      return path;
    }
    const normal = this.#lib.normalize(path);
    const root = this.#lib.parse(normal).root.length;
    let end = normal.length;
    while (end > root && normal[end - 1] === this.#lib.sep) {
      end -= 1;
    }
    return normal.slice(0, end);
  }

  /**
   * Equal for two spellings of one path as far as text alone can tell: separators, a separator at
   * the end, `.` and `..`; on Windows also letter case and the prefix for long paths.
   */
  key(path: string): string {
    const plain = this.#windows ? path.replace(/^\\\\\?\\(?=[A-Za-z]:)/, '') : path;
    return this.fold(this.cleaned(plain));
  }

  /** One name as names are compared here. */
  fold(name: string): string {
    return this.#windows ? name.toLowerCase() : name;
  }

  /** Whether names of a path fit patterns, one by one; see `matchesName`. */
  fits(patterns: readonly string[], names: readonly string[]): boolean {
    return (
      names.length === patterns.length &&
      patterns.every((pattern, index) =>
        matchesName(this.fold(pattern), this.fold(names[index] ?? '')),
      )
    );
  }

  /**
   * On a network share of Windows. Even asking for the true spelling of such a path logs the user in
   * at the server that it names, so a path from a log must not be asked for.
   */
  isRemote(path: string): boolean {
    return this.#windows && /^[\\/]{2}/.test(path) && !/^\\\\\?\\[A-Za-z]:/.test(path);
  }
}

/** A name that is empty, `.` or `..`. */
const unclean = /\/\.{0,2}(?:\/|$)/;

/** Whether a name fits a pattern in which one `*` stands for anything. */
export function matchesName(pattern: string, name: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) {
    return pattern === name;
  }
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  return (
    name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)
  );
}
