import type { FindSecrets, Secret } from './secretsBundle.ts';

/** The home folders of any user, as Linux, macOS and Windows name them; also escaped as in JSON. */
const homes =
  /(?<![\w.-])(?:\/(?:home|Users)\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))(?!Shared\b|Public\b)[^\s/\\:;,"'`<>|*?()[\]{}~]{1,64}/
    .source;

/**
 * Finds home folders in a text.
 *
 * @param home absolute path of this user's: found wherever it is, and with dashes for the
 *   separators, as agents name folders after paths.
 */
function homePattern(home: string): RegExp {
  const own = home.length > 1 ? [home, home.replaceAll('\\', '\\\\'), dashed(home)] : [];
  const spelled = [...new Set(own)].map((path) => `${literal(path)}(?!\\w)`);
  return new RegExp([...spelled, homes].join('|'), 'g');
}

function dashed(path: string): string {
  return path.replace(/[\\/:]+/g, '-');
}

/** A pattern that matches just this text. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What replaces a secret starts with this. */
export const redactedMark = '[redacted: ';

/** A text that was cut may end with the beginning of a secret; shorter ones tell nothing. */
const shortestBeginning = 6;

/**
 * What to take out of an export: secrets that were found anywhere in it are taken out everywhere,
 * also where they stand alone and no rule would see them.
 */
export class Redaction {
  readonly #homes: RegExp;
  /** Kinds, by secret. */
  readonly #secrets = new Map<string, string>();
  #pattern: RegExp | undefined;

  constructor(
    private readonly find: FindSecrets,
    home: string,
  ) {
    this.#homes = homePattern(home);
  }

  /** Learns the secrets of a text. @returns what is in it. */
  look(text: string): { readonly secrets: readonly Secret[]; readonly homes: readonly string[] } {
    const secrets = this.find(text);
    for (const { kind, text: secret } of secrets) {
      if (!this.#secrets.has(secret)) {
        this.#secrets.set(secret, kind);
        this.#pattern = undefined;
      }
    }
    return { secrets, homes: text.match(this.#homes) ?? [] };
  }

  /** Secrets become `[redacted: kind]`, home folders `~`. Keeps line ends, so that lines stay. */
  redact(text: string): string {
    this.look(text);
    const without = this.#withoutSecrets(text).replace(this.#homes, '~');
    return without.endsWith('…') ? this.#withoutBeginning(without) : without;
  }

  #withoutSecrets(text: string): string {
    if (this.#secrets.size === 0) {
      return text;
    }
    // The longest first: one secret may hold another.
    this.#pattern ??= new RegExp(
      [...this.#secrets.keys()]
        .sort((a, b) => b.length - a.length)
        .map(literal)
        .join('|'),
      'g',
    );
    return text.replace(this.#pattern, (secret) => {
      const lines = secret.split('\n').length - 1;
      return `${redactedMark}${this.#secrets.get(secret) ?? ''}]${'\n'.repeat(lines)}`;
    });
  }

  #withoutBeginning(text: string): string {
    const shown = text.slice(0, -1);
    for (const [secret, kind] of this.#secrets) {
      for (let length = secret.length - 1; length >= shortestBeginning; length -= 1) {
        if (shown.endsWith(secret.slice(0, length))) {
          return `${shown.slice(0, -length)}${redactedMark}${kind}]…`;
        }
      }
    }
    return text;
  }
}
