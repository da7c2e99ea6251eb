import * as vscode from 'vscode';
import { configKeys } from '../vscode/contributions.ts';
import { settings } from '../vscode/settings.ts';
import type { LineHints } from './lineHints.ts';

/** The files that sessions can have edited. */
const onDisk: vscode.DocumentSelector = { scheme: 'file' };

/**
 * What files say about the sessions that edited them, as far as the user turned it on.
 *
 * @param load is called when the first is wanted.
 */
export function registerHints(load: () => Promise<LineHints>): vscode.Disposable {
  return vscode.Disposable.from(
    whileOn(configKeys.hover, settings.hover, () =>
      vscode.languages.registerHoverProvider(onDisk, {
        provideHover: async (document, position, token) =>
          (await load()).hover(document, position, token),
      }),
    ),
    whileOn(configKeys.codeLens, settings.codeLens, () =>
      vscode.languages.registerCodeLensProvider(onDisk, {
        provideCodeLenses: async (document, token) => (await load()).lenses(document, token),
      }),
    ),
  );
}

function whileOn(
  key: (typeof configKeys)['hover' | 'codeLens'],
  isOn: () => boolean,
  register: () => vscode.Disposable,
): vscode.Disposable {
  let registered: vscode.Disposable | undefined;
  const update = () => {
    if (isOn()) {
      registered ??= register();
    } else {
      registered?.dispose();
      registered = undefined;
    }
  };
  update();
  const following = settings.onDidChange(key, update);
  return new vscode.Disposable(() => {
    following.dispose();
    registered?.dispose();
  });
}
