import { adapterById } from './registry.ts';
import { parseRowId } from '#core/replay/rowId.ts';
import type { AgentId } from '#core/session.ts';

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
  return `${to.scheme}://${to.extension}${path}?agent=${encoded(agent)}&session=${encoded(id)}${row}`;
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
  const [agent, id] = [only(values, 'agent'), only(values, 'session')];
  const rowId = values.has('row') ? only(values, 'row') : undefined;
  if (agent === undefined || adapterById(agent) === undefined || id === undefined || !isId(id)) {
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

/** An ID is only compared with those of sessions; still, none has a control character or a slash. */
function isId(id: string): boolean {
  return id !== '' && id.length <= maxId && !/[\p{C}/\\]/u.test(id);
}
