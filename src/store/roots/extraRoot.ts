import type { PathStyle } from '../disk/pathStyle.ts';

/**
 * A folder that the user named besides those of an agent.
 *
 * @param value as typed.
 * @param home what `~` stands for; empty if unknown.
 * @returns its path, absolute and cleaned; undefined if it is none.
 */
export function extraRoot(value: string, home: string, style: PathStyle): string | undefined {
  const path = expandHome(value, home, style);
  return path !== undefined && style.isAbsolute(path) ? style.cleaned(path) : undefined;
}

/** Undefined for another user's home, which is unknown here. */
function expandHome(value: string, home: string, style: PathStyle): string | undefined {
  const [, rest] = /^~(?:[/\\](.*))?$/s.exec(value) ?? [];
  if (value === '~' || rest !== undefined) {
    return home === '' ? undefined : style.join(home, rest ?? '');
  }
  return value.startsWith('~') || value.includes('\0') ? undefined : value;
}
