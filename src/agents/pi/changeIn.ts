const start =
  /^\{"type":"message",(?:"id":"[^"\\]*","parentId":(?:null|"[^"\\]*"),)?"timestamp":"[^"\\]*","message":\{"role":"(user|assistant)","content":\[/;
/** The message's own date comes last. */
const ends = {
  user: /\],"timestamp":(\d{1,15})\}\}$/,
  assistant: /,"stopReason":"[^"\\]*","timestamp":(\d{1,15})\}\}$/,
} as const;

/** The date of a line with a message, as pi writes it in all versions; see `LogHints`. */
export function changeIn(line: string): number | undefined {
  const role = start.exec(line)?.[1];
  const end = role === 'user' || role === 'assistant' ? ends[role] : undefined;
  const date = end?.exec(line.slice(-200))?.[1];
  return date === undefined || line.includes('{"type":"message",', 1) ? undefined : Number(date);
}
