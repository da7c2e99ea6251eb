import type { LineGlance, LineGlances } from '../contract/adapter.ts';
import type { LineLook } from '../contract/lineCursor.ts';

/** Lines as Go writes them. */
export const glances: LineGlances = {
  mark: '{"type":"message",',
  read: (line) => {
    if (line.skip('{"type":"session","id":"')) {
      return headerIn(line);
    }
    const isMessage =
      line.skip('{"type":"message","id":"') &&
      line.take('}}') &&
      line.skipString() &&
      line.skip(',"parent_id":"') &&
      line.skipString();
    const changedAt = isMessage && line.skip(',"timestamp":"') ? line.date() : undefined;
    if (changedAt === undefined || !line.skip(',"role":"') || !line.skipString()) {
      return undefined;
    }
    if (!line.skip(',"message":{"role":"')) {
      return undefined;
    }
    if (line.skip('user","content":[{"type":"text","text":"')) {
      return messageIn(line, changedAt);
    }
    return line.skip('assistant",') || line.skip('tool_result",') ? { changedAt } : undefined;
  },
};

function messageIn(line: LineLook, changedAt: number): LineGlance | undefined {
  const text = line.preview();
  const isWhole = !line.isCut;
  if (text === undefined || (isWhole && !endsMessage(line))) {
    return undefined;
  }
  return { changedAt, event: { kind: 'userMessage', text }, isWhole };
}

function endsMessage(line: LineLook): boolean {
  const isDated = line.skip('}],"timestamp":') && !Number.isNaN(line.skipNumber());
  return (isDated || line.skip('}]')) && line.isAtEnd;
}

function headerIn(line: LineLook): LineGlance | undefined {
  const sessionId = line.string();
  const createdAt = line.skip(',"version":1,"timestamp":"') ? line.date() : undefined;
  const cwd = line.skip(',"cwd":"') ? line.folder() : undefined;
  const isHeader = line.skip('}') && line.isAtEnd;
  return !isHeader || sessionId === undefined || createdAt === undefined || cwd === undefined
    ? undefined
    : {
        changedAt: createdAt,
        event: { kind: 'sessionStart', sessionId, createdAt, cwd },
        isWhole: true,
      };
}
