import { defined } from '#base/defined.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';

/** opencode’s own folder, the same on all platforms; undefined without a home. */
export function dataFolder({ home, variables }: MachineEnvironment): string | undefined {
  const base = trimEnd(home, '/\\');
  const shared = variables.XDG_DATA_HOME ?? '';
  const data = shared !== '' ? shared : base === '' ? undefined : `${base}/.local/share`;
  return data && `${data}/opencode`;
}

/**
 * A message as `opencode export` prints it.
 *
 * @param partsOf the parts of a message of this session.
 * @param requests the requests for summaries that were found, see `EntryContext.found`.
 * @param revert where the session was undone, for a message from there on.
 */
export function messageRecord(
  info: JsonObject,
  partsOf: (message: string) => readonly JsonObject[],
  requests: Map<string, JsonObject | undefined>,
  revert: JsonObject | undefined,
): JsonObject {
  const { id, parentID } = info;
  // A summary's parent is the request for it, which says what stays beside the summary.
  const asked = info.summary === true && typeof parentID === 'string' ? parentID : undefined;
  if (asked !== undefined && !requests.has(asked)) {
    const request = partsOf(asked).find(({ type }) => type === 'compaction');
    requests.set(asked, request);
  }
  return defined({
    info,
    parts: typeof id === 'string' ? partsOf(id) : [],
    compaction: asked === undefined ? undefined : requests.get(asked),
    revert,
  });
}
