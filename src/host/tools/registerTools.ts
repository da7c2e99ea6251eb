import * as vscode from 'vscode';
import type { ToolName } from '#protocol/tools.ts';
import { toolIds } from '../vscode/contributions.ts';
import type { ModelTools } from './modelTools.ts';

/** Sessions as tools for any model in VS Code. @param load is called with the first call. */
export function registerTools(load: () => Promise<ModelTools>): vscode.Disposable {
  const names = Object.keys(toolIds) as readonly ToolName[];
  return vscode.Disposable.from(
    ...names.map((name) =>
      vscode.lm.registerTool(toolIds[name], {
        prepareInvocation: async ({ input }) => (await load()).prepare(name, input),
        invoke: async (options, token) => (await load()).invoke(name, options, token),
      }),
    ),
  );
}
