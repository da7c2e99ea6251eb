import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, numbersViewType } from '#host/vscode/contributions.ts';
import { activateProduct } from '../support/extensions.ts';
import { closeEditors } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

describe('the numbers of sessions', () => {
  before(async () => {
    await activateProduct();
    await closeEditors();
  });
  after(closeEditors);

  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs: all }) => all)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.endsWith(numbersViewType),
      )
      .map(({ label }) => label);

  it('open in one tab, however often they are asked for', async () => {
    await vscode.commands.executeCommand(commandIds.showNumbers);
    await vscode.commands.executeCommand(commandIds.showNumbers);
    await until(() => {
      assert.deepEqual(tabs(), ['Session Numbers']);
    });
    await closeEditors();
    await vscode.commands.executeCommand(commandIds.showNumbers);
    await until(() => {
      assert.deepEqual(tabs(), ['Session Numbers']);
    });
  });
});
