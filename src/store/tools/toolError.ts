import { UserError } from '#core/userError.ts';
import { wellFormed } from '#core/text/wellFormed.ts';
import { recordNote } from './answerText.ts';

/** An answer that says what the model can mend, or why there is no other. */
export class ToolError extends UserError {
  /** @param sentences ours; what is foreign in them is quoted. */
  constructor(...sentences: readonly string[]) {
    super(wellFormed([recordNote, ...sentences].join('\n\n')));
  }
}

/** For a bug, whose words are for the log alone: they may be a session's. */
export function unexpected(): ToolError {
  return new ToolError('Reading sessions failed. The log says why.');
}
