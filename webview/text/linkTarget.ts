const schemes: readonly string[] = ['http:', 'https:', 'mailto:'];

/** The protocol's longest address. */
const longest = 2_048;

/**
 * The address of a link that may be followed, written out in full; undefined for every other:
 * `javascript:`, `command:`, `vscode:`, `data:`, files and relative ones.
 */
export function linkTarget(href: string): string | undefined {
  if (href.length > longest || !URL.canParse(href)) {
    return undefined;
  }
  const url = new URL(href);
  return schemes.includes(url.protocol) ? url.href : undefined;
}
