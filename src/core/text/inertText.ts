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

/**
 * Whether a text can be typed at a shell's prompt: one line of characters that all show. A control
 * character would run, complete or edit what is typed, and a direction mark would make it look like
 * something else.
 */
export function isTypeable(text: string): boolean {
  return /^[^\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/u.test(text);
}
