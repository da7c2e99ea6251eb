import * as vscode from 'vscode';
import { adapterById, adapters } from '#agents/registry.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { member } from '#base/member.ts';
import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { CarryRequest } from '#protocol/writing.ts';
import type { CarryPreview } from '#store/write/carriedSessions.ts';
import { resumeInTerminal } from './resumeInTerminal.ts';
import type { ChatServices } from '../list/services.ts';
import { ask } from '../vscode/notification.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { withReadingProgress } from '../vscode/progress.ts';
import { requireTrust } from '../vscode/waysOut.ts';
import { largeTokens, previewText } from './carryPreview.ts';
import { programOnPath } from './installedAgents.ts';
import { runImport } from './runImport.ts';
import { shortened } from './shortened.ts';

/** The questions to the user; tests answer them. */
export interface CarryDialogs {
  /** @returns undefined when the user cancels. */
  pickTarget(targets: readonly Target[]): Promise<AgentAdapter | undefined>;
  /** @returns undefined when the user cancels. */
  confirm(
    target: AgentAdapter,
    preview: CarryPreview,
    cwd: string,
    /** A compaction counts as not having happened. */
    isBefore: boolean,
  ): Promise<'continue' | 'compact' | 'after' | undefined>;
}

export type CarryServices = Pick<
  ChatServices,
  'catalog' | 'everywhere' | 'worker' | 'gate' | 'log' | 'extension'
>;

export interface Target {
  readonly adapter: AgentAdapter;
  /** Its program is on this window's PATH. A shell's profile may know of more. */
  readonly isFound: boolean;
}

interface Continued {
  readonly session: SessionSummary;
  readonly terminal: vscode.Terminal | undefined;
}

/**
 * Continues a session in another agent: a new session is written for that one with what a model would get, and its own
 * resume command runs in a terminal. The session itself stays as it is.
 *
 * @param argument of the command: `{ rowId?, before?, agent? }`, the last row that counts, or the row of a compaction
 *   that did not happen yet, and the agent to continue in.
 * @returns the new session and its terminal; undefined when the user cancels.
 * @throws UserError with a sentence and the remaining ways out; a session that was written by then stays.
 */
export async function continueIn(
  services: CarryServices,
  session: SessionSummary,
  argument?: unknown,
  dialogs: CarryDialogs = dialogsInWindow,
): Promise<Continued | undefined> {
  requireTrust(
    t('Continuing in another agent runs a command, so it requires a trusted workspace.'),
  );
  const text = (name: string) => {
    const value = member(argument, name);
    return typeof value === 'string' ? value : undefined;
  };
  const named = adapterById(text('agent') ?? '');
  const target = named ?? (await dialogs.pickTarget(targetsFor(session, services)));
  if (target === undefined) {
    return undefined;
  }
  const place = { path: session.path, rowId: text('rowId'), before: text('before') };
  const cwd = session.cwd ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  let request: CarryRequest = { ...place, target: target.id, cwd };
  for (;;) {
    const preview = await withReadingProgress(session, t('Reading conversation…'), (signal) =>
      services.worker.request('carry/preview', request, signal),
    );
    const isBefore = request.before !== undefined;
    const answer = await dialogs.confirm(target, preview, preview.cwd ?? cwd ?? '', isBefore);
    if (answer === 'continue') {
      break;
    }
    if (answer === 'after') {
      request = { ...request, before: undefined };
      continue;
    }
    const shorter = answer && (await shortened(services, session, request));
    if (shorter === undefined) {
      return undefined;
    }
    request = { ...request, messages: shorter, before: undefined };
  }
  const written = await write(services, session, target, request);
  services.log.info('carry', 'continued', { from: session.agent, in: target.id });
  return { session: written, terminal: await resumeInTerminal(services, written, runUnasked) };
}

/** The user has just confirmed it. */
const runUnasked = {
  confirm: () => Promise.resolve('run' as const),
  chooseFile: () => Promise.resolve(undefined),
};

/** Writes the session, or lets its agent import it. @returns it, for its agent to resume. */
async function write(
  { worker, gate }: Pick<ChatServices, 'worker' | 'gate'>,
  session: SessionSummary,
  target: AgentAdapter,
  request: CarryRequest,
): Promise<SessionSummary> {
  const title = t('Continuing in {0}…', target.label);
  return withReadingProgress(session, title, async (signal) => {
    const written = await worker.request('carry/write', request, signal);
    if (written.kind === 'created') {
      return gate.summary(written.session.path);
    }
    const { id, command, cwd, file } = written;
    const args = command.args.filter((arg) => typeof arg === 'string');
    await runImport(
      { label: target.label, id, executable: command.executable, args, cwd, file },
      signal,
    );
    const { createdAt, updatedAt, firstUserMessage, size } = session;
    return { agent: target.id, id, path: '', cwd, createdAt, updatedAt, firstUserMessage, size };
  });
}

/** Agents that take sessions: those whose program is here, then those whose sessions are; the session's own last. */
function targetsFor(
  session: SessionSummary,
  { catalog, everywhere }: Pick<ChatServices, 'catalog' | 'everywhere'>,
): readonly Target[] {
  const used = new Set([...catalog.all(), ...everywhere.all()].map(({ agent }) => agent));
  return adapters
    .filter(({ carryWriter }) => carryWriter !== undefined)
    .map((adapter) => ({
      adapter,
      isFound: programOnPath(adapter.carryWriter?.program ?? '') !== undefined,
    }))
    .filter(({ adapter, isFound }) => isFound || used.has(adapter.id))
    .sort(
      (a, b) =>
        Number(b.isFound) - Number(a.isFound) ||
        Number(a.adapter.id === session.agent) - Number(b.adapter.id === session.agent),
    );
}

const dialogsInWindow: CarryDialogs = {
  async pickTarget(targets) {
    if (targets.length === 0) {
      const labels = adapters.flatMap(({ label, carryWriter }) => (carryWriter ? [label] : []));
      throw new UserError(
        t('None of the agents that can continue a session is installed: {0}.', labels.join(', ')),
      );
    }
    const items = targets.map((target) => ({
      target,
      label: target.adapter.label,
      iconPath: new vscode.ThemeIcon(target.adapter.icon),
      ...(target.isFound ? {} : { description: t('not on this window’s PATH') }),
    }));
    const picked = await vscode.window.showQuickPick(plainItems(items), {
      title: t('Continue In'),
      placeHolder: t('Select the agent that goes on with this conversation'),
    });
    return picked?.target.adapter;
  },

  async confirm(target, preview, cwd, isBefore) {
    const go = t('Continue');
    const compact = t('Compact First…');
    const after = t('Use the Last Compaction');
    const isLarge = preview.tokens > largeTokens;
    const answer = await ask(
      'information',
      t('Continue this session in {0}?', target.label),
      previewText(target, preview, cwd),
      { title: go },
      ...(isLarge && isBefore ? [{ title: after }] : []),
      ...(isLarge ? [{ title: compact }] : []),
    );
    const answers = new Map<string | undefined, 'continue' | 'compact' | 'after'>([
      [go, 'continue'],
      [compact, 'compact'],
      [after, 'after'],
    ]);
    return answers.get(answer);
  },
};
