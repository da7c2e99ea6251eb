import { setLanguage } from '#base/l10n.ts';

/** The language that the host wrote into the document. */
export function takeLanguage(): void {
  const texts = document.querySelector<HTMLMetaElement>('meta[name=texts]')?.content;
  setLanguage({
    locale: document.documentElement.lang,
    // Trusted: written by the host.
    texts: texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>),
  });
}

/** @param report receives what was not caught: an error, or its message where there is none. */
export function hearFaults(report: (fault: unknown) => void): void {
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
}

/** Where the page is drawn. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('app');
  if (root === null) {
    throw new Error('The document has no place for the page.');
  }
  return root;
}
