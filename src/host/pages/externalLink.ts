const schemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * A normalized link from a transcript that may leave the editor, or undefined. Transcripts are
 * foreign text: `command:`, `vscode:`, `file:`, `javascript:` and `data:` links go nowhere.
 */
export function externalLink(href: string): string | undefined {
  if (href.length > 2_048 || !URL.canParse(href)) {
    return undefined;
  }
  const url = new URL(href);
  return schemes.has(url.protocol) ? url.href : undefined;
}
