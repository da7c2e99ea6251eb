import type { LineGlance, LineGlances } from '../contract/adapter.ts';
import type { LineLook } from '../contract/lineCursor.ts';
import { skillStart } from './messageText.ts';

/** Lines as Go writes them. An answer is long, and for the list only a number. */
export const glances: LineGlances = {
  mark: '{"seq":',
  read: (line) => {
    if (!line.take('}}') || !line.skip('{"seq":')) {
      return undefined;
    }
    const seq = line.skipNumber();
    if (Number.isNaN(seq) || !line.skip(',"kind":"')) {
      return undefined;
    }
    if (line.skip('assistant_turn","assistant_turn":{"')) {
      return { seq };
    }
    if (line.skip('user_message","user_message":{"content":"')) {
      return messageIn(line, seq);
    }
    return line.skip('session_started","session_started":{"session_id":"')
      ? startIn(line, seq)
      : undefined;
  },
};

function messageIn(line: LineLook, seq: number): LineGlance | undefined {
  const text = line.preview();
  const isWhole = !line.isCut;
  return text === undefined || (isWhole && !line.isAtEnd) || text.startsWith(skillStart)
    ? undefined
    : { seq, event: { kind: 'userMessage', text }, isWhole };
}

function startIn(line: LineLook, seq: number): LineGlance | undefined {
  const sessionId = line.string();
  const createdAt = line.skip(',"created_at":"') ? line.date() : undefined;
  const cwd = line.skip(',"cwd":"') ? line.folder() : undefined;
  return sessionId === undefined || createdAt === undefined || cwd === undefined || !line.isAtEnd
    ? undefined
    : { seq, event: { kind: 'sessionStart', sessionId, createdAt, cwd }, isWhole: true };
}
