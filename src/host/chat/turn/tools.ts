import * as vscode from 'vscode';
import type { ToolOutcome, ToolRequest } from '#core/chat/toolLoop.ts';
import type { ImageData } from '#core/events/message.ts';
import { settings } from '../../vscode/settings.ts';
import { snapshotFiles } from './fileChanges.ts';
import { capability } from './languageModelMessage.ts';
import type { ParticipantTurn } from './turn.ts';

/** Providers accept no more (OpenAI 128). */
const mostTools = 128;

/** Tools whose input is a shell command, by VS Code's own names. */
const shellTools: ReadonlySet<string> = new Set(['run_in_terminal', 'runInTerminal']);

/**
 * The tools a model may use for a request, by the user's setting; none for a model that says it takes
 * none.
 */
export function offeredTools(request: vscode.ChatRequest): readonly vscode.LanguageModelChatTool[] {
  const offered = settings.tools();
  if (offered === 'none' || capability(request.model, 'supportsToolCalling') === false) {
    return [];
  }
  const referenced = new Set(request.toolReferences.map(({ name }) => name));
  return vscode.lm.tools
    .filter(({ name }) => offered === 'all' || referenced.has(name))
    .slice(0, mostTools)
    .map(({ name, description, inputSchema }) => ({
      name,
      description,
      ...(inputSchema === undefined ? {} : { inputSchema }),
    }));
}

/**
 * Runs a tool through VS Code, which asks for confirmation and shows progress if the tool wants it.
 * A refusal by the tool or the user is an outcome that the model receives.
 *
 * @throws when the user stopped the whole turn.
 */
export async function runTool(
  { request, token }: ParticipantTurn,
  call: ToolRequest,
  offered: readonly vscode.LanguageModelChatTool[],
): Promise<ToolOutcome> {
  const began = performance.now();
  if (!offered.some(({ name }) => name === call.name)) {
    return { text: `There is no tool “${call.name}” here.`, isError: true, durationNs: 0 };
  }
  const changesSince = await snapshotFiles(call.input);
  const shell = shellOf(call);
  const outcome = async (content: Pick<ToolOutcome, 'text' | 'images' | 'isError'>) => ({
    ...content,
    durationNs: Math.round((performance.now() - began) * 1e6),
    diffs: await changesSince(),
    ...(shell && { shell }),
  });
  try {
    const result = await vscode.lm.invokeTool(
      call.name,
      { input: call.input, toolInvocationToken: request.toolInvocationToken },
      token,
    );
    return await outcome({ ...toolResultContent(result.content), isError: false });
  } catch (error) {
    if (token.isCancellationRequested) {
      throw error;
    }
    const text =
      error instanceof vscode.CancellationError
        ? 'The user did not allow this call.'
        : `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
    return outcome({ text, isError: true });
  }
}

function shellOf({ name, input }: ToolRequest): ToolOutcome['shell'] {
  const { command, explanation } = input;
  return shellTools.has(name) && typeof command === 'string'
    ? { command, ...(typeof explanation === 'string' ? { summary: explanation } : {}) }
    : undefined;
}

/** A tool's result as text and images. */
function toolResultContent(content: readonly unknown[]): Pick<ToolOutcome, 'text' | 'images'> {
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
