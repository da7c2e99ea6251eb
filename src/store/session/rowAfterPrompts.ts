import type { Pacer } from '#base/pacer.ts';
import type { SessionReader } from './sessionReader.ts';

/** Rows that are read at once. */
const batch = 200;

/**
 * Row that ends the first `prompts` exchanges of a session; undefined if it has no more than that.
 *
 * @param reader of a log that is indexed to its end.
 * @throws UserError if the log cannot be read; the pacer's reason when it was aborted.
 */
export async function rowAfterPrompts(
  reader: SessionReader,
  prompts: number,
  pacer: Pacer,
): Promise<string | undefined> {
  let seen = 0;
  let last: string | undefined;
  for (let start = 0; ; start += batch) {
    const { rows } = reader.rows('all', start, batch);
    if (rows.length === 0) {
      return undefined;
    }
    for (const { id, kind } of rows) {
      seen += kind === 'user' ? 1 : 0;
      if (seen > prompts) {
        return last;
      }
      last = id;
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}
