import * as vscode from 'vscode';
import { fencedBlock } from '#core/text/markdown.ts';
import { beginningOf } from '#core/text/wellFormed.ts';

/** UTF-16 units. Enough for any source file one would attach; longer texts are cut with a note. */
const perReference = 40_000;
const altogether = 100_000;
/** Bytes; larger files are not opened at all. */
const largestFile = 5_000_000;

/**
 * The prompt followed by the text of its attachments (files, selections, texts). Without
 * attachments, the prompt unchanged. What cannot be read is named with the reason.
 */
export async function promptWithReferences(
  prompt: string,
  references: vscode.ChatRequest['references'],
): Promise<string> {
  const blocks: string[] = [];
  let left = altogether;
  for (const reference of references) {
    const found = await readReference(reference);
    if (found === undefined) {
      continue;
    }
    const text = beginningOf(found.text, Math.min(perReference, Math.max(0, left)));
    left -= text.length;
    const cut = text.length < found.text.length ? ', cut' : '';
    blocks.push(`Attached: ${found.name}${cut}\n${fencedBlock(text, found.language)}`);
  }
  return [prompt, ...blocks].join('\n\n');
}

interface Attachment {
  readonly name: string;
  readonly language: string;
  readonly text: string;
}

async function readReference(
  reference: vscode.ChatPromptReference,
): Promise<Attachment | undefined> {
  const { value } = reference;
  if (typeof value === 'string') {
    const name = reference.modelDescription ?? reference.id;
    return { name, language: '', text: value };
  }
  if (value instanceof vscode.Uri) {
    return readFile(value, undefined);
  }
  if (value instanceof vscode.Location) {
    return readFile(value.uri, value.range);
  }
  return undefined;
}

async function readFile(uri: vscode.Uri, range: vscode.Range | undefined): Promise<Attachment> {
  const path = vscode.workspace.asRelativePath(uri);
  const name = range === undefined ? path : `${path}:${range.start.line + 1}-${range.end.line + 1}`;
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      const entries = await vscode.workspace.fs.readDirectory(uri);
      return { name, language: '', text: entries.map(([entry]) => entry).join('\n') };
    }
    if (size > largestFile) {
      return { name: `${name} (too large, ${size} bytes)`, language: '', text: '' };
    }
    const document = await vscode.workspace.openTextDocument(uri);
    return { name, language: document.languageId, text: document.getText(range) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name: `${name} (could not be read: ${reason})`, language: '', text: '' };
  }
}
