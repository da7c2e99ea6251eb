/**
 * One name for one file, however the log spells its path: relative to the session's folder if
 * within it, with `/`, and without `.` and `..`.
 */
export function fileKey(path: string, cwd: string | undefined): string {
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(cwd ?? path);
  const file = segmentsOf(path, isWindows);
  const folder = cwd === undefined || cwd === '' ? [] : segmentsOf(cwd, isWindows);
  const isAbsolute = isWindows ? /^[A-Za-z]:[\\/]|^[\\/]/.test(path) : path.startsWith('/');
  if (!isAbsolute) {
    return file.join('/');
  }
  const isWithin =
    folder.length > 0 &&
    file.length > folder.length &&
    folder.every((name, at) => name === file[at]);
  return isWithin
    ? file.slice(folder.length).join('/')
    : `${isWindows ? '' : '/'}${file.join('/')}`;
}

function segmentsOf(path: string, isWindows: boolean): readonly string[] {
  const segments: string[] = [];
  for (const name of path.split(isWindows ? /[\\/]/ : '/')) {
    if (name === '..' && segments.length > 0 && segments.at(-1) !== '..') {
      segments.pop();
    } else if (name !== '' && name !== '.') {
      segments.push(name);
    }
  }
  return segments;
}
