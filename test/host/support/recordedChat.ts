import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { readKeenStrictly } from '../../support/strictKeenReader.ts';
import type { ChatOutcome } from './chat.ts';
import { useChat } from './resumedChat.ts';

/** An answer's information about its recording. */
interface Note {
  readonly path?: string;
  readonly id?: string;
  readonly recorded?: boolean;
}

export function noteOf(outcome: ChatOutcome): Note {
  return outcome.metadata?.sessionBrowser ?? {};
}

/** Environment of a suite about recorded chats; resulting sessions are deleted after each test. */
export function useRecordedChat() {
  const chat = useChat({ record: 'on' });
  const made: string[] = [];

  afterEach(() => {
    for (const path of made.splice(0)) {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });

  const written = (path: string) => readKeenStrictly(readFileSync(path));
  return {
    ...chat,
    /** The log an answer is recorded in. */
    logOf: (outcome: ChatOutcome): string => {
      const { path } = noteOf(outcome);
      assert.ok(path !== undefined, `Not recorded: ${JSON.stringify(outcome)}`);
      made.push(path);
      return path;
    },
    removeAfterwards: (path: string) => {
      made.push(path);
    },
    written,
    kinds: (path: string) => written(path).events.map(({ kind }) => kind),
    say: (...chunks: readonly string[]) => {
      chat.model().script({ kind: 'text', chunks });
    },
    folder: (): string => {
      const [first] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(first);
      return first.uri.fsPath;
    },
  };
}
