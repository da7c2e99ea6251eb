import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { TerminalPlan } from '#agents/contract/terminalPlan.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { pathStyle, platform, statsOf } from '../vscode/pathStyle.ts';
import { isOneLine } from './commandLine.ts';
import { isNewestOfFolder } from './newestOfFolder.ts';

/** How the agent would resume the session right now; undefined if it cannot. */
export async function terminalPlanNow(
  catalog: Pick<SessionCatalog, 'refresh' | 'find' | 'all'>,
  session: SessionSummary,
  adapter: AgentAdapter | undefined,
): Promise<TerminalPlan | undefined> {
  if (adapter?.terminalPlan === undefined || session.isKept === true) {
    return undefined;
  }
  await catalog.refresh();
  const current = catalog.find(session.path) ?? session;
  const isNewest =
    isInOwnStore(current, adapter) &&
    isNewestOfFolder(current, catalog.all(), pathStyle, (path) => statsOf(path)?.mtimeMs);
  const plan = adapter.terminalPlan(current, isNewest);
  return plan?.input === undefined || isOneLine(plan.input) ? plan : undefined;
}

/**
 * Whether the agent looks for sessions where this one is. It does not know the folders that the
 * user added here, and goes by a folder's real path where a log may have another.
 */
function isInOwnStore({ path, cwd }: SessionSummary, { sources }: AgentAdapter): boolean {
  if (cwd === undefined || pathStyle.isRemote(cwd) || trueName(cwd) !== cwd) {
    return false;
  }
  const environment = { home: homedir(), platform, variables: process.env } as const;
  const names = (of: string) => pathStyle.segments(of).map((name) => pathStyle.fold(name));
  const below = names(path);
  return sources
    .flatMap((layout) => layout.roots(environment))
    .some((root) => names(root.path).every((name, index) => name === '*' || name === below[index]));
}

function trueName(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    // The folder is gone, which is reported later.
    return undefined;
  }
}
