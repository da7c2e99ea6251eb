import { structuredPatch } from 'diff';
import * as vscode from 'vscode';
import { hunkHeader, hunkLines } from '#agents/toolbox/unifiedDiff.ts';
import type { DiffEvent } from '#core/events/event.ts';

/** In bytes; larger texts are not edited by hand. */
const largestFile = 2_000_000;
/** Files named by one call; a tool that names more lists them rather than edits them. */
const mostFiles = 20;
/** Milliseconds for computing a diff; one that takes longer says too little to a person. */
const diffTimeoutMs = 200;

/**
 * Reads the workspace files that a call names, before it runs. Each tool reports its work in its
 * own words; what became of the files reads the same for all.
 *
 * @param input of the call; any string in it that is a file's path or URI counts.
 * @returns makes a diff for each file that has changed since, in input order.
 */
export async function snapshotFiles(
  input: Readonly<Record<string, unknown>>,
): Promise<() => Promise<readonly DiffEvent[]>> {
  const files = [...filesIn(input).values()].slice(0, mostFiles);
  const before = await Promise.all(files.map(readText));
  return async () => {
    const after = await Promise.all(files.map(readText));
    return files.flatMap((file, index) => {
      const [old, now] = [before[index] ?? '', after[index] ?? ''];
      return old === now ? [] : diffOf(file, old, now);
    });
  };
}

function filesIn(input: Readonly<Record<string, unknown>>): Map<string, vscode.Uri> {
  const found = new Map<string, vscode.Uri>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      const uri = fileOf(value);
      if (uri !== undefined) {
        found.set(uri.toString(), uri);
      }
    } else if (typeof value === 'object' && value !== null && depth < 4) {
      for (const part of Object.values(value)) {
        visit(part, depth + 1);
      }
    }
  };
  visit(input, 0);
  return found;
}

/** A workspace file by its absolute path, its URI, or its path relative to a folder. */
function fileOf(text: string): vscode.Uri | undefined {
  if (text.length > 1_000 || /[\0\n]/.test(text)) {
    return undefined;
  }
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const isAddress = text.startsWith('file://');
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(text);
  const isRelative = /^[\w.-]+(?:[\\/][\w. -]+)*\.\w+$/.test(text);
  const uri = isAddress
    ? vscode.Uri.parse(text)
    : isAbsolute
      ? vscode.Uri.file(text)
      : isRelative && folder !== undefined
        ? vscode.Uri.joinPath(folder.uri, text)
        : undefined;
  return uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined
    ? uri
    : undefined;
}

/** Empty if it is not a file or cannot be shown as text. */
async function readText(file: vscode.Uri): Promise<string> {
  try {
    const { size, type } = await vscode.workspace.fs.stat(file);
    if ((type & vscode.FileType.File) === 0 || size > largestFile) {
      return '';
    }
    // Unsaved edits are in the document, not on disk.
    const open = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === file.toString(),
    );
    const text =
      open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return text.includes('\0') ? '' : text;
  } catch {
    // Not there (yet): a tool is about to create it, or the string is not a path.
    return '';
  }
}

function diffOf(file: vscode.Uri, before: string, after: string): DiffEvent[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: 3,
    timeout: diffTimeoutMs,
  });
  const lines = (patch?.hunks ?? []).flatMap(
    ({ oldStart, oldLines, newStart, newLines, lines: own }) => [
      hunkHeader(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
      ...hunkLines(own, oldStart, newStart),
    ],
  );
  return lines.length === 0 ? [] : [{ kind: 'diff', path: file.fsPath, lines }];
}
