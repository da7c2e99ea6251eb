import { oneLine } from './oneLine.ts';

/** Characters of a name; with an extension, all file systems take that many. */
const maxLength = 60;

/** Names of devices, which Windows takes for themselves with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Foreign text as the name of a file without its extension, on any system: no separators, no
 * characters that Windows refuses, no leading dot, not the name of a device.
 *
 * @returns empty if nothing of the text can be used.
 */
export function safeFileName(text: string): string {
  const name = oneLine(text, maxLength)
    .replace(/[<>:"/\\|?*\u0000-\u001f…]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.~-]+|(?<![\s.])[\s.]+$/g, '');
  return devices.test(name) ? `_${name}` : name;
}

/** Right-to-left letters, and signs that make a text run that way. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text that stands beside others on one line. If it has right-to-left letters, direction marks
 * isolate it, for it would pull the digits that follow to its other side: a date after an Arabic
 * title would fall in two.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

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

/** What joins the parts of an emoji, and says that it is one. */
const joiners = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\ufe0f\u200d]/gu;

/** Whatever does not show, and blanks that are no space: U+2800 is a Braille pattern without dots. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;

/**
 * Whether a text can be typed at a shell's prompt: one line of characters that all show. A control
 * character would run, complete or edit what is typed, and any other that does not show would make it
 * look like something else.
 */
export function isTypeable(text: string): boolean {
  return text !== '' && !unseen.test(text.replace(joiners, ''));
}
