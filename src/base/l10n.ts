/** The reader's language. */
export interface Language {
  /** BCP 47; empty for the system's. */
  readonly locale: string;
  /** Translations by their English text; without them everything is English. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** English until set otherwise, which tests and the command line never do. */
let current: Language = { locale: 'en' };
let numbers: Intl.NumberFormat | undefined;

/**
 * Each of our programs (host, worker, page and document) calls this before it makes its first text.
 * A text made while a module loads would come too early, so such constants are functions.
 */
export function setLanguage(language: Language): void {
  current = language;
  numbers = undefined;
}

export function language(): Language {
  return current;
}

/**
 * A text in the reader's language. The translation test finds it by its literal.
 *
 * @param message English, with `{0}`, `{1}` for the arguments.
 * @param args numbers are formatted for the reader.
 */
export function t(message: string, ...args: readonly (string | number)[]): string {
  return filled(translated(message), args);
}

/**
 * A text about a number of things.
 *
 * @param one the whole text for exactly one: `1 message`.
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

/** A text with its placeholders, for callers that fill them with something other than words. */
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

/** `a, b and c`; without the word as a `unit`, and with “or” as a `disjunction`. */
export function formatList(
  texts: readonly string[],
  type: 'conjunction' | 'disjunction' | 'unit',
): string {
  return new Intl.ListFormat(intlLocale(), { type }).format(texts);
}

/** The locale in the form that `Intl` takes. */
export function intlLocale(): string | undefined {
  return current.locale === '' ? undefined : current.locale;
}
