import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '#base/l10n.ts';

/** A likely secret in a text. */
export interface Secret {
  /** For the user, for example `GitHub key`. */
  readonly kind: string;
  readonly text: string;
}

/** Likely secrets in a text, in no order. */
export type FindSecrets = (text: string) => readonly Secret[];

/** The bundle of rules, `dist/secrets.cjs`. */
interface SecretsModule {
  findSecrets: FindSecrets;
  /** The bundle has its own instance of the l10n module. */
  setLanguage(language: Language): void;
}

/**
 * Loads the rules, needed only before something is shared.
 *
 * @param folder of the build: `dist`.
 */
export async function loadSecretsBundle(folder: string, language: Language): Promise<FindSecrets> {
  const file = pathToFileURL(join(folder, 'secrets.cjs')).href;
  // From our own build, so its exports match the declaration of its entry.
  const bundle = (await import(file)) as SecretsModule;
  bundle.setLanguage(language);
  return bundle.findSecrets;
}
