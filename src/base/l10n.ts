/** The reader's language. */
export interface Language {
  /** BCP 47; empty for the system's. */
  readonly locale: string;
  /** Translations by their English text; without them everything is English. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** English until somebody says otherwise, as nobody does to tests and to the command line. */
let current: Language = { locale: 'en' };
let numbers: Intl.NumberFormat | undefined;

/**
 * Each of our programs, host, worker, page and document, calls this before it makes the first text. A
 * text that a module makes while it loads would come before it: such constants are functions.
 */
export function setLanguage(language: Language): void {
  current = language;
  numbers = undefined;
}

export function language(): Language {
  return current;
}

/**
 * A text in the reader's language. The test of translations finds it by its literal.
 *
 * @param message English, with `{0}`, `{1}` where arguments go.
 * @param args numbers are written as the reader writes them.
 */
export function t(message: string, ...args: readonly (string | number)[]): string {
  return filled(translated(message), args);
}

/**
 * A text about a number of things.
 *
 * @param one whole, for exactly one: `1 message`.
 * @param many for any other number, which is its `{0}`: `{0} messages`.
 * @param args its `{1}` and on.
 */
export function plural(
  count: number,
  one: string,
  many: string,
  ...args: readonly (string | number)[]
): string {
  return filled(translated(count === 1 ? one : many), [count, ...args]);
}

/** A text with its placeholders, for who fills them with something else than words. */
export function translated(message: string): string {
  return current.texts?.[message] ?? message;
}

function filled(message: string, args: readonly (string | number)[]): string {
  return args.length === 0
    ? message
    : message.replace(/\{(\d+)\}/g, (placeholder, at: string) => {
        const arg = args[Number(at)];
        return typeof arg === 'number' ? formatCount(arg) : (arg ?? placeholder);
      });
}

/** `12,345` */
export function formatCount(count: number): string {
  numbers ??= new Intl.NumberFormat(intlLocale());
  return numbers.format(count);
}

/** The locale as `Intl` takes it. */
export function intlLocale(): string | undefined {
  return current.locale === '' ? undefined : current.locale;
}
