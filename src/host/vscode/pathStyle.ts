import { PathStyle } from '#store/disk/pathStyle.ts';

export const platform = process.platform === 'win32' ? 'windows' : 'posix';

/** Compares paths the way this machine does. */
export const pathStyle = new PathStyle(platform);
