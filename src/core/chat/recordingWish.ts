/** Whether chats are written down as sessions, by the user's setting. */
export type RecordSetting = 'on' | 'off' | 'ask';

/**
 * Whether a turn is recorded, or the user has to be asked.
 *
 * A chat keeps what was decided for it, so that no turn is missing in the middle of a session; only
 * switching recording off counts at once, everywhere.
 *
 * @param decided what an earlier turn of the chat remembers.
 */
export function recordingWish(
  setting: RecordSetting,
  decided: 'on' | 'off' | undefined,
): RecordSetting {
  return setting === 'off' ? 'off' : (decided ?? setting);
}
