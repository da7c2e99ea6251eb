import type { TerminalPlan } from '#agents/adapter.ts';

/**
 * What every shell takes as one word as it stands: bash, zsh, fish, PowerShell and cmd.exe agree on
 * these characters and on little else. The first may not be `~`, `@` or `-` for an executable.
 */
const plainWord = /^[A-Za-z0-9_./:=+-]+$/;
const plainExecutable = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;

/**
 * The plan as a line for a shell, or undefined if a word of it would need quoting. Which shell reads
 * the line is not known, and ids of sessions are plain words, so such a line is refused rather than
 * quoted for the wrong shell.
 */
export function commandLine(plan: TerminalPlan): string | undefined {
  const isPlain =
    plainExecutable.test(plan.executable) && plan.args.every((arg) => plainWord.test(arg));
  return isPlain ? [plan.executable, ...plan.args].join(' ') : undefined;
}
