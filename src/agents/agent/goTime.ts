/**
 * Epoch ms of a time in agent's database: in Go's own notation, which its SQLite driver writes
 * (`2026-03-24 10:11:12.123456789 +0000 UTC`), or RFC 3339. Undefined for anything else.
 */
export function goTime(text: string | undefined): number | undefined {
  const match =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?) ?(?:(Z)|([+-]\d\d):?(\d\d))?(?: |$)/.exec(
      text ?? '',
    );
  if (match === null) {
    return undefined;
  }
  const [, day, time, utc, hours, minutes] = match;
  const zone = utc ?? (hours === undefined ? 'Z' : `${hours}:${minutes}`);
  const ms = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}
