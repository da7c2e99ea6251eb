import type { Pacer } from '#base/pacer.ts';
import type { SessionReader } from './sessionReader.ts';

/** Rows per read. */
const batch = 200;

/**
 * Row that ends the first `prompts` exchanges of a session; undefined if there are no more.
 *
 * @param reader of a fully indexed log.
 * @throws UserError if the log cannot be read; the pacer's reason when aborted.
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
