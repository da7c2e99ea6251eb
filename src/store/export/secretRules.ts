import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { t } from '#base/l10n.ts';
import { redactedMark } from './redaction.ts';
import type { Secret } from './secretsBundle.ts';
import { vendors } from './vendors.ts';

export { setLanguage } from '#base/l10n.ts';

/** The part of a rule of the package that is used here. */
interface Rule {
  readonly meta: { readonly id: string };
  create(
    context: RuleContext,
    options: Readonly<Record<string, unknown>>,
  ): { file?: (source: object) => void | Promise<void> };
}

interface RuleContext {
  readonly sharedOptions: Readonly<Record<string, unknown>>;
  createTranslator(): (messageId: string, data?: Readonly<Record<string, unknown>>) => RuleMessage;
  report(found: { readonly message: RuleMessage; readonly range: readonly [number, number] }): void;
  ignore(): void;
}

interface RuleMessage {
  readonly messageId: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

/** Rules of the package that are not used, and why. */
const unused = new Set([
  // Looks for a file on disk, or for a document that is a key as a whole; the key in it is found.
  'gcp',
  // Wants a whole file; below, a key is also found in a string of JSON.
  'privatekey',
  // Comments in a log turn nothing off.
  'filter-comments',
]);

/** Formats that the package has no rule for. */
const ownRules: readonly {
  readonly kind: () => string;
  /** Its group is what stands before the match and belongs to the secret. */
  readonly pattern: RegExp;
}[] = [
  {
    // RFC 7468, also with line ends written as in JSON, and without its end if the text was cut.
    kind: () => t('private key'),
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----BEGIN)[^\0]){0,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:[A-Za-z0-9+/=\s]|\\[nr]){0,20000})/g,
  },
  {
    // RFC 7519: header and payload are JSON objects, so both begin with `{"` in Base64. Found by the
    // payload, as a header could begin at each third character of a word.
    kind: () => t('JSON Web Token'),
    pattern: /\.(?<=(\beyJ[\w-]{8,2000})\.)eyJ[\w-]{8,8000}\.[\w-]{8,2000}/g,
  },
  {
    // RFC 6750.
    kind: () => t('bearer token'),
    pattern: /(?<=\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?bearer\s{1,4})[\w.~+/-]{16,4000}=*/gi,
  },
  {
    // https://cloud.google.com/docs/authentication/api-keys
    kind: () => t('{0} key', vendors.google),
    pattern: /\bAIza[\w-]{35}(?![\w-])/g,
  },
];

/** The package's own types belong to a package that it does not need at run time. */
const presetRules = rules as unknown as readonly Rule[];

/** Likely secrets in a text, in no order; none of them is inside a replacement. */
export function findSecrets(text: string): readonly Secret[] {
  const found: Secret[] = [];
  const add = (kind: string, secret: string) => {
    if (secret !== '' && !secret.includes(redactedMark)) {
      found.push({ kind, text: secret });
    }
  };
  for (const { kind, pattern } of ownRules) {
    for (const [match, before = ''] of text.matchAll(pattern)) {
      add(kind(), before + match.trimEnd());
    }
  }
  for (const rule of presetRules) {
    const name = rule.meta.id.replace('@secretlint/secretlint-rule-', '');
    if (!unused.has(name)) {
      const kind = kindOf(name);
      lookWith(rule, text, (secret) => add(kind, secret));
    }
  }
  return found;
}

function kindOf(rule: string): string {
  const vendor = Object.hasOwn(vendors, rule) ? vendors[rule as keyof typeof vendors] : undefined;
  if (vendor !== undefined) {
    return t('{0} key', vendor);
  }
  switch (rule) {
    case 'basicauth':
      return t('password in a URL');
    case 'database-connection-string':
      return t('database password');
    default:
      return t('secret');
  }
}

function lookWith(rule: Rule, text: string, add: (secret: string) => void): void {
  const { file } = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({ messageId, data }),
      report: ({ message, range }) => {
        // An account number is no secret.
        if (message.messageId !== 'AWSAccountID') {
          add(secretIn(text, message, range));
        }
      },
      ignore: () => undefined,
    },
    { enableIDScanRule: true },
  );
  void file?.({ content: text, filePath: undefined, ext: '', contentType: 'text' });
}

/**
 * Some rules report the range of more than the secret, or one that is off by the text before it,
 * but all name the secret itself.
 */
function secretIn(
  text: string,
  { data = {} }: RuleMessage,
  [start, end]: readonly [number, number],
): string {
  const named = Object.values(data).filter(
    (value): value is string => typeof value === 'string' && text.includes(value, start),
  );
  const longest = named.reduce((best, value) => (value.length > best.length ? value : best), '');
  // A rule that takes the rest of a line would take what follows in a string of JSON, too.
  return (longest === '' ? text.slice(start, end) : longest).split(/[\s"'`\\<>]/, 1)[0] ?? '';
}
