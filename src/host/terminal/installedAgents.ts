import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';

/** Where programs are, as a shell finds them. */
interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const here: ProgramSearch = { platform: process.platform, env: process.env };

/**
 * The path of a program, as this window's own PATH has it; undefined if it is not there. A shell may know more: its
 * profile can add folders.
 *
 * @param name without a folder.
 */
export function programOnPath(
  name: string,
  { platform, env }: ProgramSearch = here,
): string | undefined {
  const isWindows = platform === 'win32';
  const endings = !isWindows
    ? ['']
    : extname(name) === ''
      ? (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')
      : [''];
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((each) => each !== '');
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => isProgram(path, isWindows));
}

function isProgram(path: string, isWindows: boolean): boolean {
  try {
    if (!isWindows) {
      accessSync(path, constants.X_OK);
    }
    return statSync(path).isFile();
  } catch {
    // It is not there, or not for this user: a shell would go on as well.
    return false;
  }
}
