import * as vscode from 'vscode';
import type { ToolOutcome, ToolRequest } from '#core/chat/toolLoop.ts';
import { settings } from '../../vscode/settings.ts';
import { snapshotFiles } from './fileChanges.ts';
import { toolResultContent } from './toolResultContent.ts';
import type { Turn } from './turn.ts';

/** Providers accept no more (OpenAI 128). */
const mostTools = 128;

/** Tools whose input is a shell command, by VS Code's own names. */
const shellTools: ReadonlySet<string> = new Set(['run_in_terminal', 'runInTerminal']);

/**
 * The tools a model may use for a request, by the user's setting; none for a model without tools.
 */
export function offeredTools(request: vscode.ChatRequest): readonly vscode.LanguageModelChatTool[] {
  const offered = settings.tools();
  if (offered === 'none' || !takesTools(request.model)) {
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
 * VS Code 1.139 reports a model's capabilities, though not in its stable types; if it does not,
 * every model counts as capable.
 */
function takesTools(model: object): boolean {
  const capabilities: unknown = 'capabilities' in model ? model.capabilities : undefined;
  return !(
    typeof capabilities === 'object' &&
    capabilities !== null &&
    'supportsToolCalling' in capabilities &&
    capabilities.supportsToolCalling === false
  );
}

/**
 * Runs a tool through VS Code, which asks for confirmation and shows progress if the tool wants it.
 * A refusal by the tool or the user is an outcome that the model receives.
 *
 * @throws when the user stopped the whole turn.
 */
export async function runTool(
  { request, token }: Turn,
  call: ToolRequest,
  offered: readonly vscode.LanguageModelChatTool[],
): Promise<ToolOutcome> {
  const began = performance.now();
  const durationNs = () => Math.round((performance.now() - began) * 1e6);
  if (!offered.some(({ name }) => name === call.name)) {
    return { text: `There is no tool “${call.name}” here.`, isError: true, durationNs: 0 };
  }
  const snapshot = await snapshotFiles(call.input);
  const shell = shellOf(call);
  const about = shell === undefined ? {} : { shell };
  try {
    const result = await vscode.lm.invokeTool(
      call.name,
      { input: call.input, toolInvocationToken: request.toolInvocationToken },
      token,
    );
    return {
      ...toolResultContent(result.content),
      isError: false,
      durationNs: durationNs(),
      diffs: await snapshot.changes(),
      ...about,
    };
  } catch (error) {
    if (token.isCancellationRequested) {
      throw error;
    }
    const text =
      error instanceof vscode.CancellationError
        ? 'The user did not allow this call.'
        : `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
    return {
      text,
      isError: true,
      durationNs: durationNs(),
      diffs: await snapshot.changes(),
      ...about,
    };
  }
}

function shellOf({ name, input }: ToolRequest): ToolOutcome['shell'] {
  const { command, explanation } = input;
  return shellTools.has(name) && typeof command === 'string'
    ? { command, ...(typeof explanation === 'string' ? { summary: explanation } : {}) }
    : undefined;
}
