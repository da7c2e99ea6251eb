import type { LineGlance, LineGlances } from '../contract/adapter.ts';
import type { LineLook } from '../contract/lineCursor.ts';

/** Lines with their keys in any order, as Lua writes them, but a message's role before its content. */
export const glances: LineGlances = {
  mark: '"type":"message"',
  read: (line): LineGlance | undefined => {
    if (!line.skip('{')) {
      return undefined;
    }
    let type: 'message' | 'session' | undefined;
    let id: string | undefined;
    let date: number | undefined;
    let cwd: string | undefined;
    for (let keys = 0; keys < mostKeys; keys += 1) {
      if (type === undefined && line.skip('"type":"')) {
        type = line.skip('message"') ? 'message' : line.skip('session"') ? 'session' : undefined;
        if (type === undefined) {
          return undefined;
        }
      } else if (date === undefined && line.skip('"timestamp":"')) {
        date = line.dashedDate();
        if (date === undefined) {
          return undefined;
        }
      } else if (id === undefined && line.skip('"id":"')) {
        id = line.string();
        if (id === undefined) {
          return undefined;
        }
      } else if (cwd === undefined && line.skip('"cwd":"')) {
        cwd = line.folder();
        if (cwd === undefined) {
          return undefined;
        }
      } else if (line.skip('"message":{')) {
        return type === 'message' && cwd === undefined ? messageIn(line, date) : undefined;
      } else if (!(line.skip('"parent-id":"') && line.skipString()) && !skipVersion(line)) {
        return undefined;
      }
      if (line.skip('}')) {
        const isHeader = type === 'session' && line.isAtEnd;
        return isHeader && id !== undefined && date !== undefined && cwd !== undefined
          ? {
              changedAt: date,
              event: { kind: 'sessionStart', sessionId: id, createdAt: date, cwd },
              isWhole: true,
            }
          : undefined;
      }
      if (!line.skip(',')) {
        return undefined;
      }
    }
    return undefined;
  },
};

const mostKeys = 8;

function skipVersion(line: LineLook): boolean {
  return line.skip('"version":') && !Number.isNaN(line.skipNumber());
}

/** @param date the line's, if it stood before the message. */
function messageIn(line: LineLook, date: number | undefined): LineGlance | undefined {
  for (let keys = 0; keys < mostKeys && !line.skip('"role":"'); keys += 1) {
    if (!skipMember(line) || !line.skip(',')) {
      return undefined;
    }
  }
  const isUser = line.skip('user","content":"');
  if (!isUser && !line.skip('assistant"') && !line.skip('tool-result"')) {
    return undefined;
  }
  const text = isUser ? line.preview() : undefined;
  const isWhole = isUser && !line.isCut;
  const changedAt = date === undefined ? dateAfter(line) : line.take('}}') ? date : undefined;
  if (changedAt === undefined || (isUser && text === undefined)) {
    return undefined;
  }
  const hasDate = isWhole && line.skip(',"timestamp":');
  if (isWhole && ((hasDate && Number.isNaN(line.skipNumber())) || !line.isAtEnd)) {
    return undefined;
  }
  return text === undefined
    ? { changedAt }
    : { changedAt, event: { kind: 'userMessage', text }, isWhole };
}

function skipMember(line: LineLook): boolean {
  if (line.skip('"timestamp":')) {
    return !Number.isNaN(line.skipNumber());
  }
  if (line.skip('"is-error?":')) {
    return line.skip('true') || line.skip('false');
  }
  return texts.some((key) => line.skip(key)) && line.skipString();
}

const texts: readonly string[] = [
  '"api":"',
  '"model":"',
  '"provider":"',
  '"stop-reason":"',
  '"tool-call-id":"',
  '"tool-name":"',
];

/** The date of a line that ends with it. */
function dateAfter(line: LineLook): number | undefined {
  const date = line.take('"}') ? line.takeDashedDate() : undefined;
  return line.take('},"timestamp":"') ? date : undefined;
}
