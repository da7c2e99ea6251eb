import { readFileSync } from 'node:fs';
import type { Language } from '#base/l10n.ts';

/** English, or a language with a bundle. */
export function languageNamed(locale: string): Language {
  return locale === 'en' ? { locale } : { locale, texts: bundleOf(locale) };
}

export function bundleOf(locale: string): Readonly<Record<string, string>> {
  const bundle = readFileSync(`media/l10n/bundle.l10n.${locale}.json`, 'utf8');
  return JSON.parse(bundle) as Record<string, string>;
}
