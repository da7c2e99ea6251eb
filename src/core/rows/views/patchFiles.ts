import type { DiffLine } from '../../events/diff.ts';
import { line } from '../../changes/lineChanges.ts';

export interface PatchedFile {
  readonly path: string;
  readonly change: 'edit' | 'add' | 'delete';
  readonly movedTo?: string;
  readonly lines: readonly DiffLine[];
}

/** `*** Update File: src/a.ts` and its like, as Codex and others write patches. */
const heading = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const moved = /^\*\*\* Move to: (.+)$/;
const changes = { Add: 'add', Update: 'edit', Delete: 'delete' } as const;
const kinds: Readonly<Record<string, DiffLine['kind']>> = {
  '+': 'added',
  '-': 'removed',
  ' ': 'context',
};

/** The files of an `apply_patch`; undefined if the text is no such patch. */
export function patchFiles(patch: string): readonly PatchedFile[] | undefined {
  const files: {
    path: string;
    change: PatchedFile['change'];
    movedTo?: string;
    lines: DiffLine[];
  }[] = [];
  for (const text of patch.split(/\r?\n/)) {
    const [, verb, path = ''] = heading.exec(text) ?? [];
    const file = files.at(-1);
    if (verb !== undefined) {
      files.push({ path, change: changes[verb as keyof typeof changes], lines: [] });
    } else if (file === undefined || text === '*** End of File' || text === '*** End Patch') {
      continue;
    } else if (moved.test(text)) {
      file.movedTo = moved.exec(text)?.[1] ?? '';
    } else if (text.startsWith('@@')) {
      file.lines.push(line('hunk', text));
    } else {
      const kind = kinds[text.charAt(0)];
      file.lines.push(kind === undefined ? line('context', text) : line(kind, text.slice(1)));
    }
  }
  return files.length === 0 ? undefined : files;
}
