import { execFile } from 'node:child_process';

/** Runs a program of an agent to its end. @returns what it printed. @throws with all of its output. */
export function runAgent(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      { ...options, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => {
        if (error === null) {
          resolve(out);
        } else {
          reject(new Error(`${error.message}\n${out}\n${err}`));
        }
      },
    );
    // They would wait for more of the prompt.
    child.stdin?.end();
  });
}
