/**
 * Epoch ms of a date as fen writes it: UTC, whole seconds, and dashes where colons belong, because it
 * is a part of file names too (`2026-08-05T10-11-12`). Undefined for what no calendar has.
 */
export function dashedTime(text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, day, hours, minutes, seconds] =
    /^([^T]*)T(\d\d)[-:](\d\d)[-:](\d\d(?:\.\d+)?)Z?$/.exec(text) ?? [];
  const ms = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
