import { isJsonObject } from '#core/jsonObject.ts';

/** A place as VS Code writes it: a text or an object of its parts, on its own or with a range. */
interface Place {
  readonly path: string;
  /** From 1. */
  readonly line?: number;
}

/** Path on this machine of a URI; undefined for any other. */
export function pathOf(uri: unknown): string | undefined {
  const { scheme, authority, path } = partsOf(uri);
  if (scheme !== 'file' || path === undefined) {
    return undefined;
  }
  const native = /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  return authority === '' ? native : `//${authority}${native}`;
}

/** A path, or the whole address of what is elsewhere. */
export function placeOf(value: unknown): Place | undefined {
  const location = isJsonObject(value) && value.uri !== undefined ? value : { uri: value };
  const range: unknown = 'range' in location ? location.range : undefined;
  const { scheme, path } = partsOf(location.uri);
  const shown = pathOf(location.uri) ?? (path === undefined ? undefined : `${scheme}:${path}`);
  const line = isJsonObject(range) ? range.startLineNumber : undefined;
  return shown === undefined
    ? undefined
    : { path: shown, ...(typeof line === 'number' ? { line } : {}) };
}

/** The last name in a path. */
export function nameIn(path: string): string {
  return path.split(/[/\\]/).findLast((name) => name !== '') ?? path;
}

function partsOf(uri: unknown) {
  if (typeof uri === 'string') {
    const [, scheme = '', authority = '', path] =
      /^([a-z][\w+.-]*):(?:\/\/([^/]*))?([^?#]*)/i.exec(uri) ?? [];
    return { scheme, authority: decoded(authority), path: path && decoded(path) };
  }
  const { scheme = '', authority = '', path } = isJsonObject(uri) ? uri : {};
  return {
    scheme: textOf(scheme),
    authority: textOf(authority),
    path: typeof path === 'string' ? path : undefined,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: as it is written.
    return text;
  }
}

/**
 * Whether a path is absolute on either platform; a relative one means another folder for each
 * process.
 */
export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(path);
}
