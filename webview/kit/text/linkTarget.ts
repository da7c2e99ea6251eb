const schemes: readonly string[] = ['http:', 'https:', 'mailto:'];

/** The protocol's limit. */
const longest = 2_048;

/**
 * The normalized address of a safe link; undefined for all others: `javascript:`, `command:`,
 * `vscode:`, `data:`, files and relative links.
 */
export function linkTarget(href: string): string | undefined {
  if (href.length > longest || !URL.canParse(href)) {
    return undefined;
  }
  const url = new URL(href);
  return schemes.includes(url.protocol) ? url.href : undefined;
}
