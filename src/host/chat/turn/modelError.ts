import * as vscode from 'vscode';

/** A model's refusal as a sentence with what to do about it. */
export function modelErrorSentence(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof vscode.LanguageModelError)) {
    return vscode.l10n.t('The model failed: {0}', reason);
  }
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return vscode.l10n.t(
        'Session Browser may not use this model. Send the message again and allow it when asked, or change it under “Manage Language Model Access” in the Command Palette.',
      );
    case vscode.LanguageModelError.Blocked.name:
      return vscode.l10n.t(
        'The model takes no requests now, mostly because a quota is used up: {0} Choose another model or try again later.',
        reason,
      );
    case vscode.LanguageModelError.NotFound.name:
      return vscode.l10n.t(
        'The chosen model does not exist any more. Choose another one below the message.',
      );
    default:
      break;
  }
  if (error.cause instanceof Error && error.cause.message.includes('off_topic')) {
    return vscode.l10n.t('The model’s provider refused the conversation as off topic.');
  }
  return vscode.l10n.t('The model failed: {0}', reason);
}

/** Whether another form of the same request may fare better: a refusal for good is not retried. */
export function mayRetry(error: unknown): boolean {
  const codes: readonly string[] = [
    vscode.LanguageModelError.NoPermissions.name,
    vscode.LanguageModelError.Blocked.name,
    vscode.LanguageModelError.NotFound.name,
  ];
  return !(error instanceof vscode.LanguageModelError && codes.includes(error.code));
}
