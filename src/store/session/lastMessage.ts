import type { DecodeRecord } from '#core/events/decodedLine.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import { messagePreview } from '#core/events/summary.ts';
import type { Pacer } from '#base/pacer.ts';
import type { KnownSession } from '../roots/places.ts';
import { decodeOnlyOwn } from '../sources/log/ownRecords.ts';
import { type SessionSource, looksAt, maxLooks } from '../sources/records/source.ts';

/**
 * The user's last message in a session, as `readLastMessage` gives it. What was copied from another session
 * counts only where nothing was said after that.
 */
export async function lastMessageOf(
  session: Pick<KnownSession, 'source' | 'adapter' | 'layout' | 'path'>,
  pacer: Pacer,
): Promise<string | undefined> {
  const { source, adapter } = session;
  const decodeOwn = decodeOnlyOwn(session);
  const own = decodeOwn && (await readLastMessage(source, decodeOwn, pacer));
  return own ?? readLastMessage(source, adapter.decode, pacer);
}

/**
 * The user's last message as the list shows it; undefined if there is none. A long answer may
 * follow it, so the session is read backward until it is found.
 *
 * @throws UserError if the session cannot be read; the pacer's reason when aborted.
 */
export async function readLastMessage(
  source: SessionSource,
  decode: DecodeRecord,
  pacer: Pacer,
): Promise<string | undefined> {
  const backward = source.readBackward();
  let looks = 0;
  while (!backward.isDone) {
    const found = backward.next((record) => {
      const { events, problems } = decodeRaw(record, decode);
      looks += looksAt(problems);
      return (
        events.findLast(({ kind }) => kind === 'userMessage') ??
        (looks > maxLooks ? 'enough' : undefined)
      );
    });
    if (found !== undefined) {
      return found !== 'enough' && found.kind === 'userMessage' ? messagePreview(found) : undefined;
    }
    await pacer.pauseIfDue();
  }
  return undefined;
}
