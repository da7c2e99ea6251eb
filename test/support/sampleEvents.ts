import type { SessionEvent } from '#core/events/event.ts';
import { rowsOf, type Indexed } from './sampleLog.ts';

export const user = (text: string): SessionEvent => ({ kind: 'userMessage', text });
export const answer = (text: string): SessionEvent => ({ kind: 'assistantText', text });
export const told = (text: string): SessionEvent => ({
  kind: 'modelMessage',
  entry: { role: 'assistant', segments: [{ type: 'text', text }] },
});
export const start: SessionEvent = {
  kind: 'sessionStart',
  sessionId: 's',
  createdAt: 0,
  cwd: '/x',
};
export const call = (name: string, callId?: string): SessionEvent => ({
  kind: 'toolCall',
  name,
  input: { path: `${name}.ts` },
  ...(callId === undefined ? {} : { callId }),
});
export const result = (name: string, output: string, callId?: string): SessionEvent => ({
  kind: 'toolResult',
  name,
  output,
  durationNs: 5,
  ...(callId === undefined ? {} : { callId }),
});
export const shell = (phase: 'start' | 'end' | 'whole', command: string): SessionEvent => ({
  kind: 'shellRun',
  phase,
  command,
  ...(phase === 'start' ? {} : { output: 'out' }),
});
export const compaction = (text: string): SessionEvent => ({
  kind: 'compaction',
  trigger: 'manual',
  status: 'Compacted.',
  summary: text,
  replacement: [{ role: 'user', segments: [{ type: 'text', text }] }],
});

/** Rows in short: kind, then what distinguishes them. */
export function outline(indexed: Indexed): string[] {
  return rowsOf(indexed).map((row) => {
    switch (row.kind) {
      case 'user':
      case 'assistant':
      case 'thinking':
        return `${row.kind} ${row.text.text}`;
      case 'tool':
        return `tool ${row.name} ${row.state} ${row.output?.text ?? '-'}`;
      case 'shell':
        return `shell ${row.command} ${row.state}`;
      case 'problem':
        return `problem ${row.problem.code}`;
      default:
        return row.kind;
    }
  });
}

export const codes = ({ index }: Indexed) => index.problems.map((problem) => problem.code);
