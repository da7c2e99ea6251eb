/**
 * Foreign text for places where VS Code turns `[text](target)` into a live link, even one that runs
 * a command: notifications. A zero-width character separates the two parts of a link.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\](?=\()/g, ']\u200b');
}

/** The same for places where VS Code draws `$(name)` as an icon: quick picks. */
export function withoutIcons(text: string): string {
  return text.replace(/\$(?=\()/g, '$\u200b');
}

/**
 * Text without control characters, for the clipboard: pasted into a terminal, a line end would run
 * what precedes it.
 */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '');
}
