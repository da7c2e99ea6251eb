/**
 * Text that holds foreign words, for where VS Code makes a live link of `[text](target)`, one that
 * runs a command too: notifications. A character without width keeps the two parts of a link apart.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\](?=\()/g, ']\u200b');
}

/** The same for where VS Code draws `$(name)` as an icon: quick picks. */
export function withoutIcons(text: string): string {
  return text.replace(/\$(?=\()/g, '$\u200b');
}

/**
 * Text without control characters, for the clipboard: pasted into a terminal, a line end would run
 * what is before it.
 */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '');
}
