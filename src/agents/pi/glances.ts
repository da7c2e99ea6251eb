import type { LineGlance, LineGlances } from '../contract/adapter.ts';
import type { LineLook } from '../contract/lineCursor.ts';

const noChange: LineGlance = {};

/** Lines as pi writes their keys in all versions. */
export const glances: LineGlances = {
  mark: '{"type":"message",',
  read: (line) => {
    if (line.skip('{"type":"session",')) {
      return headerIn(line);
    }
    if (!line.skip('{"type":"message",') || !line.take('}}')) {
      return undefined;
    }
    if (line.skip('"id":"')) {
      const hasId = line.skipString() && line.skip(',"parentId":');
      const hasParent = hasId && (line.skip('null') || (line.skip('"') && line.skipString()));
      if (!hasParent || !line.skip(',')) {
        return undefined;
      }
    }
    const isDated = line.skip('"timestamp":"') && line.skipString();
    if (!isDated || !line.skip(',"message":{"role":"')) {
      return undefined;
    }
    if (line.skip('user","content":[{"type":"text","text":"')) {
      return messageIn(line);
    }
    if (line.skip('assistant","content":[')) {
      return answerIn(line);
    }
    return line.skip('toolResult",') ? noChange : undefined;
  },
};

function messageIn(line: LineLook): LineGlance | undefined {
  const text = line.preview();
  const isWhole = !line.isCut;
  // The message's own date stands last.
  const changedAt = line.takeNumber();
  const isDated = !Number.isNaN(changedAt) && line.take('],"timestamp":');
  return text === undefined || !isDated || (isWhole && !(line.skip('}') && line.isAtEnd))
    ? undefined
    : { changedAt, event: { kind: 'userMessage', text }, isWhole };
}

function answerIn(line: LineLook): LineGlance | undefined {
  const changedAt = line.takeNumber();
  const isDated = !Number.isNaN(changedAt) && line.take('","timestamp":');
  return isDated && line.takeString() && line.take(',"stopReason":') ? { changedAt } : undefined;
}

function headerIn(line: LineLook): LineGlance | undefined {
  const version = line.skip('"version":') ? line.skipNumber() : NaN;
  const sessionId = line.skip(',"id":"') ? line.string() : undefined;
  const createdAt = line.skip(',"timestamp":"') ? line.date() : undefined;
  const cwd = line.skip(',"cwd":"') ? line.folder() : undefined;
  const isHeader = version >= 2 && version < 1e10 && line.skip('}') && line.isAtEnd;
  return !isHeader || sessionId === undefined || createdAt === undefined || cwd === undefined
    ? undefined
    : { event: { kind: 'sessionStart', sessionId, createdAt, cwd }, isWhole: true };
}
