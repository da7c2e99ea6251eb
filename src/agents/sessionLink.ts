import { adapterById } from './registry.ts';
import { parseRowId } from '#core/rows/rowId.ts';
import type { AgentId } from '#core/events/session.ts';

/** What a link opens: a session, at a row if there is one. A link holds no path. */
export interface SessionTarget {
  readonly agent: AgentId;
  readonly id: string;
  readonly rowId?: string;
}

const path = '/open';
/** No ID is that long. */
const maxQuery = 2_048;
const maxId = 512;

/** What a link cannot hold as it is: half a character is invalid, and the others are invisible. */
const unwritable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}/\\]/gu;
/** Its replacement: each code unit as in JSON. */
const escaped = /\\u([0-9a-f]{4})/g;

/**
 * A link that VS Code hands to this extension.
 *
 * @param to.scheme of this product: `vscode`, `vscode-insiders` or that of another build.
 * @param to.extension ID of the extension.
 */
export function formatSessionLink(
  { agent, id, rowId }: SessionTarget,
  to: { readonly scheme: string; readonly extension: string },
): string {
  const row = rowId === undefined ? '' : `&row=${rowId}`;
  return `${to.scheme}://${to.extension}${path}?agent=${encoded(agent)}&session=${encoded(writable(id))}${row}`;
}

function writable(id: string): string {
  return id.replace(unwritable, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Twice, since VS Code decodes the query before anybody can tell its `&` from that of an ID. */
function encoded(text: string): string {
  return encodeURIComponent(encodeURIComponent(text));
}

/**
 * @param uri as VS Code hands it over, its query decoded once. Anybody can make one up.
 * @returns undefined if it is not a link to a session.
 */
export function readSessionLink(uri: {
  readonly path: string;
  readonly query: string;
}): SessionTarget | undefined {
  if (uri.path !== path || uri.query.length > maxQuery) {
    return undefined;
  }
  const values = new URLSearchParams(uri.query);
  const agent = only(values, 'agent');
  const id = idIn(only(values, 'session') ?? '');
  const rowId = values.has('row') ? only(values, 'row') : undefined;
  if (agent === undefined || adapterById(agent) === undefined || id === undefined) {
    return undefined;
  }
  if (!values.has('row')) {
    return { agent, id };
  }
  return rowId === undefined || parseRowId(rowId) === undefined ? undefined : { agent, id, rowId };
}

function only(values: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = values.getAll(name);
  return others.length === 0 ? value : undefined;
}

/** The ID that a link names, which is only compared with those of sessions. */
function idIn(written: string): string | undefined {
  const id = written.replace(escaped, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
  const isWritable = written.replace(escaped, '').search(unwritable) === -1;
  return id !== '' && id.length <= maxId && isWritable ? id : undefined;
}
