import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { FileFailure } from './fileSystem.ts';

/** Hears of mistakes of this program that cost no more than one file, for the log. */
export type OnFault = (fault: unknown) => void;

/** An error with the file that was read, as the log needs it. */
export function faultAt(path: string, error: unknown): Error {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const fault = new Error(`${path}: ${message}`, { cause: error });
  fault.stack = `${path}: ${stack}`;
  return fault;
}

/** What reading a file threw, as a failure of that file alone. A mistake of this program is logged. */
export function failureBy(path: string, error: unknown, onFault: OnFault): FileFailure {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof UserError) {
    return { code: 'other', message };
  }
  onFault(faultAt(path, error));
  return {
    code: 'other',
    message: t('{0} cannot be read: an unexpected error occurred ({1}).', path, message),
  };
}
