/**
 * Words that every shell takes literally: bash, zsh, fish, PowerShell and cmd.exe agree on these
 * characters and on little else. zsh replaces a word that starts with `=` with the path of a program.
 * An executable may not start with `~`, `@` or `-`.
 */
const plainWord = /^[A-Za-z0-9_./:+-][A-Za-z0-9_./:=+-]*$/;
const plainExecutable = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;

/**
 * What all of them take literally between double quotes, where they agree on more: no `$`,
 * backtick, `"`, `%` or `!`, which one or another interprets, and a backslash only singly and
 * before a letter, digit, dot or blank, as in a Windows path. The user sees every character.
 */
const quotable =
  /^(?!.*\p{Default_Ignorable_Code_Point})(?:[\p{L}\p{M}\p{N}_./:=+,@#'()[\]{}~&; -]|\\(?=[\p{L}\p{N}. _-]))+$/u;

/**
 * A command as a line for a shell, or undefined if a shell could interpret any of its words. We do
 * not know which shell reads the line, so such a line is refused rather than quoted for the wrong
 * one.
 */
export function commandLine(executable: string, args: readonly string[]): string | undefined {
  const words = args.map((arg) =>
    plainWord.test(arg) ? arg : quotable.test(arg) ? `"${arg}"` : undefined,
  );
  return plainExecutable.test(executable) && words.every((word) => word !== undefined)
    ? [executable, ...words].join(' ')
    : undefined;
}

/** Whether a text can be typed into a program as one line. */
export function isOneLine(text: string): boolean {
  return /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(text);
}
