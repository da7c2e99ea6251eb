import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { commitsIn, uncommitted } from './blameText.ts';
import { relativeTime } from './relativeTime.ts';

/** The little that is used of VS Code's own git extension. */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): GitRepository | null;
  };
}

interface GitRepository {
  /** What `git blame` prints. */
  blame(path: string): Promise<string>;
  getCommit(ref: string): Promise<GitCommit>;
}

interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
}

/** Code points of a commit's message and of its author's name. */
const messageLength = 80;
const nameLength = 40;

/**
 * The commit that took lines of a file in, as a sentence; undefined without git.
 *
 * @param first and `last` from 0.
 * @throws whatever git says.
 */
export async function commitOfLines(
  document: vscode.TextDocument,
  first: number,
  last: number,
): Promise<string | undefined> {
  const git = vscode.extensions.getExtension<GitExports>('vscode.git');
  // Lines of a text that is not saved are others.
  if (git === undefined || document.isDirty) {
    return undefined;
  }
  const exports = git.isActive ? git.exports : await git.activate();
  const repository = exports.enabled ? exports.getAPI(1).getRepository(document.uri) : null;
  if (repository === null) {
    return undefined;
  }
  const hashes = commitsIn(await repository.blame(document.uri.fsPath), first, last);
  const [hash, ...others] = hashes;
  if (hash === undefined) {
    return undefined;
  }
  if (hash === uncommitted) {
    return t('Not committed yet');
  }
  const { message, authorName, authorDate } = await repository.getCommit(hash);
  const about = [
    ...(authorName === undefined ? [] : [oneLine(authorName, nameLength)]),
    ...(authorDate === undefined
      ? []
      : [relativeTime(authorDate.getTime(), Date.now(), vscode.env.language)]),
    ...(others.length === 0 ? [] : [t('and {0} more', String(others.length))]),
  ];
  const title = oneLine(message.split('\n', 1)[0] ?? '', messageLength);
  return [t('Commit {0}: {1}', hash.slice(0, 8), title), ...about].join(' · ');
}
