import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ScriptedModel } from '../helper/scriptedModel.ts';

/**
 * The installed extension, activated. Suites must wait for this first: VS Code starts them before
 * extensions with `onStartupFinished`.
 */
export async function activateProduct(): Promise<vscode.Extension<unknown>> {
  const extension = vscode.extensions.getExtension('session-browser.session-browser');
  assert.ok(extension, 'The product is not installed.');
  await extension.activate();
  return extension;
}

/** The scripted model's controls, reset to its standard models. */
export async function scriptedModel(): Promise<ScriptedModel> {
  const extension = vscode.extensions.getExtension<ScriptedModel>('session-browser.scripted-model');
  assert.ok(extension, 'The scripted model is not there.');
  const model = await extension.activate();
  model.reset();
  return model;
}
