/** Whether chats are recorded as sessions, by the user's setting. */
export type RecordSetting = 'on' | 'off' | 'ask';

/**
 * Whether a turn is recorded, or the user has to be asked.
 *
 * A chat keeps its earlier decision, so that no turn is missing in the middle of a session; only
 * switching recording off takes effect at once, everywhere.
 *
 * @param decided the choice stored by an earlier turn of the chat.
 */
export function recordingChoice(
  setting: RecordSetting,
  decided: 'on' | 'off' | undefined,
): RecordSetting {
  return setting === 'off' ? 'off' : (decided ?? setting);
}
