import * as vscode from 'vscode';
import type { ToolOutcome } from '#core/chat/toolLoop.ts';
import type { ImageData } from '#core/events/message.ts';

/** A tool's result as text and images. */
export function toolResultContent(
  content: readonly unknown[],
): Pick<ToolOutcome, 'text' | 'images'> {
  const texts: string[] = [];
  const images: ImageData[] = [];
  for (const part of content) {
    if (part instanceof vscode.LanguageModelTextPart) {
      texts.push(part.value);
    } else if (part instanceof vscode.LanguageModelPromptTsxPart) {
      texts.push(promptText(part.value));
    } else if (part instanceof vscode.LanguageModelDataPart) {
      const { mimeType, data } = part;
      if (mimeType.startsWith('image/')) {
        images.push({ mimeType, data: Buffer.from(data).toString('base64') });
      } else {
        texts.push(
          /^text\/|json/.test(mimeType)
            ? new TextDecoder().decode(data)
            : `[${mimeType}, ${data.length} bytes]`,
        );
      }
    }
  }
  const text = texts.join('\n');
  return images.length === 0 ? { text } : { text, images };
}

/**
 * The text of a rendered prompt (`@vscode/prompt-tsx` 0.4, `PromptElementJSON`): pieces hold
 * `children`, texts hold `text`. Read by hand because the library is a 100 KB alpha.
 */
function promptText(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  const pieces: string[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > 100) {
      return;
    }
    if ('text' in node && typeof node.text === 'string') {
      const breaks = 'lineBreakBefore' in node && Boolean(node.lineBreakBefore);
      pieces.push(breaks && pieces.length > 0 ? `\n${node.text}` : node.text);
    }
    if ('node' in node) {
      visit(node.node, depth + 1);
    }
    if ('children' in node && Array.isArray(node.children)) {
      for (const child of node.children) {
        visit(child, depth + 1);
      }
    }
  };
  visit(value, 0);
  return pieces.join('');
}
