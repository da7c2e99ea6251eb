import type { ConversationEntry } from '../events/message.ts';

/**
 * Each result after its call, also where the log has them the other way around: Claude Code may write a
 * result while the answer that calls is still being written.
 */
export function callsFirst(entries: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const callAt = new Map<string, number>();
  entries.forEach(({ segments }, at) => {
    for (const segment of segments) {
      if (segment.type === 'call' && !callAt.has(segment.callId)) {
        callAt.set(segment.callId, at);
      }
    }
  });
  /** Entries that hold nothing but results of later calls, by the place of the last of these. */
  const after = new Map<number, ConversationEntry[]>();
  const rest = entries.map((entry, at) => {
    let last = -1;
    for (const segment of entry.segments) {
      const call = segment.type === 'result' ? callAt.get(segment.callId) : undefined;
      if (call === undefined || call <= at) {
        return [entry];
      }
      last = Math.max(last, call);
    }
    if (last === -1) {
      return [entry];
    }
    const moved = after.get(last) ?? [];
    after.set(last, moved);
    moved.push(entry);
    return [];
  });
  return after.size === 0
    ? entries
    : rest.flatMap((entry, at) => [...entry, ...(after.get(at) ?? [])]);
}
