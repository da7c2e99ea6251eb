import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';

/** A model's refusal as a sentence, with what to do about it. */
export function modelErrorSentence(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof vscode.LanguageModelError)) {
    return t('The model failed: {0}', reason);
  }
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return t(
        'Session Browser does not have access to this model. Send the message again and allow access when asked, or change it with “Manage Language Model Access” in the Command Palette.',
      );
    case vscode.LanguageModelError.Blocked.name:
      return t(
        'The model is not accepting requests, usually because a quota is used up: {0} Choose another model or try again later.',
        reason,
      );
    case vscode.LanguageModelError.NotFound.name:
      return t('The selected model no longer exists. Choose another one below the message box.');
    default:
      break;
  }
  if (error.cause instanceof Error && error.cause.message.includes('off_topic')) {
    return t('The model provider rejected the conversation as off topic.');
  }
  return t('The model failed: {0}', reason);
}

/** Whether it helps to go on elsewhere: the model takes no requests for now, usually for want of quota. */
export function isQuotaUsedUp(error: unknown): boolean {
  return (
    error instanceof vscode.LanguageModelError &&
    error.code === vscode.LanguageModelError.Blocked.name
  );
}

/** Whether another form of the same request may succeed; a permanent refusal is not retried. */
export function mayRetry(error: unknown): boolean {
  const codes: readonly string[] = [
    vscode.LanguageModelError.NoPermissions.name,
    vscode.LanguageModelError.Blocked.name,
    vscode.LanguageModelError.NotFound.name,
  ];
  return !(error instanceof vscode.LanguageModelError && codes.includes(error.code));
}
