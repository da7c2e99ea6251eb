import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestChannel } from '#host/testChannel.ts';
import { testCommand } from '#host/vscode/contributions.ts';

/** VS Code has no events for some things, such as what a chat shows. */
const lookAgainMs = 250;
/** Ends a test that has failed anyway, on however busy a machine. */
const limitMs = 120_000;

/** What the product tells tests; the product must be loaded, which any of its commands does. */
export async function testChannel(): Promise<TestChannel> {
  return vscode.commands.executeCommand<TestChannel>(testCommand);
}

/** Waits until the product has nothing left to do. */
export async function idle(): Promise<void> {
  await (await testChannel()).whenIdle();
}

/**
 * Waits until a check passes: looks again whenever VS Code reports a change of tabs, editors or
 * documents, and throws the last failure if it never does.
 */
export async function until<T>(check: () => T | Promise<T>, withinMs = limitMs): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const began = Date.now();
    const changed = nextChange();
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) {
        throw error;
      }
      // A check that itself takes long must not keep busy what it waits for.
      await Promise.race([changed.promise, sleep(Math.max(lookAgainMs, 2 * (Date.now() - began)))]);
    } finally {
      changed.dispose();
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function nextChange(): { readonly promise: Promise<void>; dispose(): void } {
  let subscriptions: readonly vscode.Disposable[] = [];
  const promise = new Promise<void>((resolve) => {
    const done = () => {
      resolve();
    };
    subscriptions = [
      vscode.window.tabGroups.onDidChangeTabs(done),
      vscode.window.tabGroups.onDidChangeTabGroups(done),
      vscode.window.onDidChangeActiveTextEditor(done),
      vscode.window.onDidChangeTextEditorSelection(done),
      vscode.workspace.onDidChangeTextDocument(done),
      vscode.window.onDidOpenTerminal(done),
      vscode.window.onDidChangeTerminalShellIntegration(done),
      vscode.window.onDidStartTerminalShellExecution(done),
      vscode.window.onDidEndTerminalShellExecution(done),
    ];
  });
  return {
    promise,
    dispose: () => {
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
    },
  };
}
