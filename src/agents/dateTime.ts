/**
 * Epoch ms of an RFC 3339 date as Go and JavaScript write it; undefined for what no calendar has.
 * Go's zero time, year 1, means that no date was set.
 */
export function epochMs(dateTime: string | undefined): number | undefined {
  const ms = dateTime === undefined ? NaN : Date.parse(dateTime);
  return Number.isNaN(ms) || dateTime?.startsWith('0001-01-01T00:00:00') === true ? undefined : ms;
}
