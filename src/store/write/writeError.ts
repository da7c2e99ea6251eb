import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { WriteFailureReason, WriteResult } from '#protocol/writing.ts';
import type { DiskError } from './writeFiles.ts';

/**
 * Something could not be written. The caller still has it and can retry it unchanged: except for
 * the first `written` events, nothing of it is in the log, unless `uncertain`.
 */
export class WriteError extends UserError {
  /** Number of leading events that are in the log nevertheless. */
  readonly written: number;
  /** The next one may be too: it could be neither synced nor removed. */
  readonly uncertain: boolean;

  constructor(
    readonly reason: WriteFailureReason,
    sentence: string,
    { written = 0, uncertain = false }: { written?: number; uncertain?: boolean } = {},
  ) {
    super(sentence);
    this.written = written;
    this.uncertain = uncertain;
  }
}

/** Translates a disk error for the user of a log, with what can be done. */
export function writeErrorOf(
  error: DiskError,
  path: string,
  state: { written?: number; uncertain?: boolean } = {},
): WriteError {
  const [reason, sentence] = meaningOf(error, path);
  return new WriteError(reason, sentence, state);
}

function meaningOf({ code, system }: DiskError, path: string): [WriteFailureReason, string] {
  switch (code) {
    case 'noSpace':
      return [
        'noSpace',
        t('{0} cannot be written: the disk is full. Free up space and try again.', path),
      ];
    case 'noAccess':
      return [
        'noAccess',
        t(
          '{0} cannot be written: its permissions do not allow it. Change them and try again.',
          path,
        ),
      ];
    case 'readOnly':
      return [
        'noAccess',
        t('{0} cannot be written: its disk is read-only. Make it writable and try again.', path),
      ];
    case 'notFound':
      return [
        'vanished',
        t(
          '{0} no longer exists: it was moved or deleted. Restore it, or continue in a new session.',
          path,
        ),
      ];
    case 'notAFile':
      return ['replaced', t('{0} is no longer a file. Continue in a new session.', path)];
    case 'tooManyOpen':
      return [
        'other',
        t('{0} cannot be written now: too many files are open. Try again in a moment.', path),
      ];
    case 'exists':
    case 'other':
      return [
        'other',
        t('{0} cannot be written ({1}). Try again, or continue in a new session.', path, system),
      ];
  }
}

/**
 * Returns failures as values: the host needs all their fields, but an error crosses threads only as
 * a message.
 */
export async function writeResult<T>(work: Promise<T>): Promise<WriteResult<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (!(error instanceof WriteError)) {
      throw error;
    }
    const { reason, message, written, uncertain } = error;
    return { ok: false, failure: { reason, message, written, uncertain } };
  }
}
