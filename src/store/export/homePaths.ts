/** The home folders of any user, as Linux, macOS and Windows name them; also escaped as in JSON. */
const homes =
  /(?<![\w.-])(?:\/(?:home|Users)\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))(?!Shared\b|Public\b)[^\s/\\:;,"'`<>|*?()[\]{}~]{1,64}/
    .source;

/**
 * Finds home folders in a text.
 *
 * @param home absolute path of this user's: found wherever it is, and with dashes for the
 *   separators, as agents name folders after paths.
 */
export function homePattern(home: string): RegExp {
  const own = home.length > 1 ? [home, home.replaceAll('\\', '\\\\'), dashed(home)] : [];
  const spelled = [...new Set(own)].map((path) => `${literal(path)}(?!\\w)`);
  return new RegExp([...spelled, homes].join('|'), 'g');
}

function dashed(path: string): string {
  return path.replace(/[\\/:]+/g, '-');
}

/** A pattern that matches just this text. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
