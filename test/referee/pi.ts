import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of pi's package used here, with types as far as needed. */
export interface Pi {
  readonly version: string;
  /** Supports context edits, and accepts entries without content (0.87 and later). */
  readonly hasEdits: boolean;
  readonly SessionManager: {
    create(cwd: string, sessionDir: string): PiSession;
    open(path: string): PiSession;
    forkFrom(path: string, cwd: string, sessionDir: string): PiSession;
    list(cwd: string, sessionDir: string): Promise<readonly PiSessionInfo[]>;
  };
  parseSessionEntries(content: string): PiEntry[];
  /** Changes the entries. */
  migrateSessionEntries(entries: PiEntry[]): void;
  buildSessionContext(entries: readonly PiEntry[], leafId?: string): { messages: PiMessage[] };
  convertToLlm(messages: readonly PiMessage[]): PiMessage[];
  /** Converts to what a provider receives; from pi-ai. */
  transformMessages(messages: readonly PiMessage[], model: object): PiMessage[];
}

export interface PiEntry {
  readonly type: string;
  readonly id: string;
  readonly parentId?: string | null;
}

export interface PiMessage {
  readonly role: string;
  readonly content: string | readonly PiBlock[];
  readonly toolCallId?: string;
  readonly isError?: boolean;
}

export type PiBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'toolCall';
      readonly id: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    };

/** A session manager: each `append` adds an entry below the current one and returns its ID. */
export interface PiSession {
  getSessionFile(): string;
  getSessionId(): string;
  getSessionName(): string | undefined;
  getEntries(): PiEntry[];
  getLeafId(): string | null;
  /** The path to an entry. */
  getBranch(id: string): PiEntry[];
  getLabel(id: string): string | undefined;
  appendMessage(message: object): string;
  appendModelChange(provider: string, modelId: string): string;
  appendThinkingLevelChange(level: string): string;
  appendCompaction(summary: string, firstKept: string | null, tokensBefore: number): string;
  appendCustomEntry(customType: string, data?: unknown): string;
  appendCustomMessageEntry(customType: string, content: unknown, display: boolean): string;
  appendLabelChange(targetId: string, label: string | undefined): string;
  appendSessionInfo(name: string): string;
  appendContextEdit(targetId: string, replacement: { content: unknown } | null): string;
  branch(id: string): void;
  resetLeaf(): void;
  branchWithSummary(id: string | null, summary: string): string;
  /** Continues in a new session with the path to an entry. */
  createBranchedSession(leafId: string): string;
}

export interface PiSessionInfo {
  readonly path: string;
  readonly id: string;
  readonly cwd: string;
  readonly name?: string;
  readonly parentSessionPath?: string;
  readonly created: Date;
  readonly modified: Date;
  readonly firstMessage: string;
}

/** The versions of pi downloaded by `npm test -- referee`. */
export async function allPis(): Promise<readonly Pi[]> {
  const folders = process.env.SESSION_BROWSER_PI ?? '';
  assert.notEqual(folders, '', 'Run this with: npm test -- referee');
  return await Promise.all(folders.split(delimiter).map(load));
}

async function load(folder: string): Promise<Pi> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Pi;
  const ai = [join(folder, '..', 'pi-ai', 'dist'), join(folder, 'node_modules', 'pi-ai', 'dist')];
  const transform = ai
    .flatMap((dist) => [join(dist, 'providers'), join(dist, 'api')])
    .map((dist) => join(dist, 'transform-messages.js'))
    .find((path) => existsSync(path));
  assert.ok(transform !== undefined, `pi ${version} has no transform-messages.js.`);
  const core = (name: string) => join(folder, 'dist', 'core', name);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return Object.assign(
    { version, hasEdits: major > 0 || minor >= 87 },
    await imported(core('session-manager.js')),
    await imported(core('messages.js')),
    await imported(transform),
  ) as Pi;
}

async function imported(path: string): Promise<object> {
  return (await import(pathToFileURL(path).href)) as object;
}
