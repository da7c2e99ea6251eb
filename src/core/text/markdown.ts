/**
 * Writes Markdown around foreign text: text from a log must neither end a block that was opened for
 * it nor open one that it does not close.
 */

/** A fenced block whose fence is longer than any run of backticks inside. */
export function fencedBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** One-line text as code. Line ends become blanks. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') {
    return '';
  }
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Literal text: it produces no emphasis, link, heading, list or entity. */
export function plainText(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-.!|<>~$:@]/g, String.raw`\$&`)
    .replace(/&/g, '&amp;')
    .replace(/\r?\n/g, '  \n');
}

/**
 * Target of a link that runs a command, for Markdown that is trusted with it.
 *
 * @param argument the command's only argument, as JSON.
 */
export function commandLink(command: string, argument: unknown): string {
  // `encodeURIComponent` leaves parentheses, which would end the link.
  const encoded = encodeURIComponent(JSON.stringify([argument]));
  return `command:${command}?${encoded.replaceAll('(', '%28').replaceAll(')', '%29')}`;
}

/** Every line as part of a quotation. */
export function quotation(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** The same Markdown with any open fence closed, so that what follows is not code. */
export function closeFence(markdown: string): string {
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const [, fence, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
    if (fence === undefined) {
      continue;
    }
    if (open === undefined) {
      // A backtick in the info string makes this a code span, not a fence.
      open = fence.startsWith('`') && rest.includes('`') ? undefined : fence;
    } else if (fence.startsWith(open) && rest.trim() === '') {
      open = undefined;
    }
  }
  return open === undefined ? markdown : `${markdown.replace(/\n$/, '')}\n${open}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) {
    longest = Math.max(longest, run.length);
  }
  return longest;
}
