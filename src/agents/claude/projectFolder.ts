/** A longer name is cut, and a hash is added that not all builds compute alike. */
const longestName = 200;

/**
 * The folder in which Claude Code stores the sessions of a working directory: every UTF-16 unit but
 * ASCII letters and digits is a dash. Many directories share one (`a-b`, `a.b`), so the records' own
 * `cwd` decides. Source: the Agent SDK that is bundled with Claude Code 2.1.240.
 */
export function projectFolderOf(cwd: string): string {
  const name = cwd.normalize('NFC').replace(/[^A-Za-z0-9]/g, '-');
  return name.length <= longestName ? name : `${name.slice(0, longestName)}-${hashOf(cwd)}`;
}

function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return Math.abs(hash).toString(36);
}
