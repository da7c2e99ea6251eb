/**
 * What every shell takes as one word as it stands: bash, zsh, fish, PowerShell and cmd.exe agree on
 * these characters and on little else. The first may not be `~`, `@` or `-` for an executable.
 */
const plainWord = /^[A-Za-z0-9_./:=+-]+$/;
const plainExecutable = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;

/**
 * What all of them take as it stands between double quotes, where they agree on more: no `$`, backtick,
 * `"`, `%` or `!`, which one of them or another reads something into, and a backslash only alone and
 * before a letter, digit, dot or blank, as in a path of Windows.
 */
const quotable = /^(?:[\p{L}\p{M}\p{N}_./:=+,@#'()[\]{}~&; -]|\\(?=[\p{L}\p{N}. _-]))+$/u;

/**
 * A command as a line for a shell, or undefined if a word of it could be read as more than a word. Which
 * shell reads the line is not known, so such a line is refused rather than quoted for the wrong one.
 */
export function commandLine(executable: string, args: readonly string[]): string | undefined {
  const words = args.map(asWord);
  return plainExecutable.test(executable) && words.every((word) => word !== undefined)
    ? [executable, ...words].join(' ')
    : undefined;
}

function asWord(arg: string): string | undefined {
  if (plainWord.test(arg)) {
    return arg;
  }
  return quotable.test(arg) ? `"${arg}"` : undefined;
}

/** Whether a text can be typed into a program as one line. */
export function isOneLine(text: string): boolean {
  return /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(text);
}
