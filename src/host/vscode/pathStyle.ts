import { PathStyle } from '#store/disk/pathStyle.ts';

export const platform = process.platform === 'win32' ? 'windows' : 'posix';

/** Paths as this machine compares them. */
export const pathStyle = new PathStyle(platform);
