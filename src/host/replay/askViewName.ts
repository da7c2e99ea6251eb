import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { longestViewName, type FilterView } from '#protocol/page.ts';

/** Asks for the name of a view. @returns undefined if the user canceled. */
export async function askViewName(views: readonly FilterView[]): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title: t('Save Filter as View'),
    prompt: t('Name of the view'),
    validateInput: (text) => noteOn(text.trim(), views),
  });
  return name?.trim();
}

function noteOn(
  name: string,
  views: readonly FilterView[],
): string | vscode.InputBoxValidationMessage | undefined {
  if (name === '') {
    return t('Enter a name.');
  }
  if (name.length > longestViewName) {
    return t('Enter a shorter name.');
  }
  return views.some((view) => view.name === name)
    ? {
        message: t('The view “{0}” will be replaced.', name),
        severity: vscode.InputBoxValidationSeverity.Info,
      }
    : undefined;
}
