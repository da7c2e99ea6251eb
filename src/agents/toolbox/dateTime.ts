const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Days that every month has. */
const shortestMonth = 28;

/**
 * Whether a text is a date as Go's `time.Time` reads it (RFC 3339), and one that exists.
 * `Date.parse` also accepts February 30 and hour 24, and turns them into another day.
 */
export function isDateTime(text: string): boolean {
  return (
    rfc3339.test(text) && (Number(text.slice(8, 10)) <= shortestMonth || isDay(text.slice(0, 10)))
  );
}

function isDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** Epoch ms of a value that is a date; undefined for any other. */
export function dateValue(value: unknown): number | undefined {
  return typeof value === 'string' && isDateTime(value) ? epochMs(value) : undefined;
}

/**
 * Epoch ms of a date that `isDateTime` accepts. Undefined for Go's zero time, year 1, which means
 * that no date was set.
 */
export function epochMs(dateTime: string | undefined): number | undefined {
  return dateTime === undefined || dateTime.startsWith('0001-01-01T00:00:00')
    ? undefined
    : Date.parse(dateTime);
}
