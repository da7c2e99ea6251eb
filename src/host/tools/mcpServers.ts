import { basename } from 'node:path';
import * as vscode from 'vscode';
import { membersOf } from '#base/member.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ToolName } from '#protocol/tools.ts';
import { agentSection, asList } from '../vscode/agentSettings.ts';
import { configKeys, mcpProviderId, toolIds } from '../vscode/contributions.ts';
import { openFolders } from '../vscode/openFolders.ts';
import { settings } from '../vscode/settings.ts';
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

/** Code points of a folder's name. */
const nameLength = 80;

/**
 * The MCP server for agents in VS Code that take MCP servers and not VS Code's own tools; off unless
 * the user turns it on, because a model would otherwise have every tool twice.
 */
export function registerMcpServers(
  extension: Pick<vscode.ExtensionContext, 'asAbsolutePath' | 'extension'>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const fire = () => changed.fire();
  return vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(fire),
    settings.onDidChange(configKeys.mcpServer, fire),
    settings.onDidChange(agentSection, fire),
    vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => (settings.mcpServer() ? mcpServers(extension) : []),
    }),
  );
}

/** One for each open folder, run by VS Code's own Node. */
export function mcpServers(
  context: Pick<vscode.ExtensionContext, 'asAbsolutePath' | 'extension'>,
): vscode.McpStdioServerDefinition[] {
  const { version } = context.extension.packageJSON as { readonly version: string };
  const script = context.asAbsolutePath('dist/mcp.cjs');
  const options = ['--scheme', vscode.env.uriScheme, ...agentOptions()];
  const folders = openFolders();
  return folders.map(
    (folder) =>
      new vscode.McpStdioServerDefinition(
        folders.length === 1
          ? 'Session Browser'
          : `Session Browser (${oneLine(basename(folder), nameLength)})`,
        process.execPath,
        [script, '--folder', folder, ...options],
        // A desktop's own program runs as Node only on request.
        { ELECTRON_RUN_AS_NODE: '1' },
        version,
      ),
  );
}

/** Agents that are turned off, and further folders. Reading them from all settings loads no adapter. */
function agentOptions(): readonly string[] {
  const configuration = vscode.workspace.getConfiguration();
  return Object.entries(membersOf(configuration.get(agentSection))).flatMap(([id, setting]) => {
    // The server would refuse an agent that only a mistyped setting has, or one of another version.
    if (configuration.inspect(`${agentSection}.${id}.enabled`)?.defaultValue === undefined) {
      return [];
    }
    const { enabled, extraRoots } = membersOf(setting);
    return enabled === false
      ? ['--without', id]
      : asList(extraRoots).flatMap((root) => ['--root', `${id}=${root}`]);
  });
}
