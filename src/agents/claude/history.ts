import type { DecodedLine, Source } from '#core/events/decodedLine.ts';
import type { Events } from '#core/events/event.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { decodedEntry, startEvent } from '../toolbox/entryEvents.ts';
import { userEvents } from '../toolbox/blockEvents.ts';
import { isUuid } from '../toolbox/sessionIds.ts';
import { LineProblems } from '../toolbox/lineProblems.ts';
import type { TraceLayout } from '../contract/sources.ts';

/** Records of what is left of a deleted session, made of Claude Code’s list of prompts. */
export const traceTypes: ReadonlySet<unknown> = new Set(['trace', 'trace-prompt']);

const idOf = (names: readonly string[]) => names.at(-1) ?? '';

/** The prompts of all sessions, which the program offers again: `history.jsonl`. */
export const history: TraceLayout = {
  kind: 'trace',
  roots: ({ home, variables }) => {
    const own = variables.CLAUDE_CONFIG_DIR ?? '';
    const folders = [...(own === '' ? [] : [own]), ...(home === '' ? [] : [`${home}/.claude`])];
    return [...new Set(folders)].map((folder) => ({
      path: `${folder}/history.jsonl`,
      kind: 'flat',
      watched: [],
    }));
  },
  path: ['*'],
  fallbackId: idOf,
  ownId: (names) => (isUuid(idOf(names)) ? idOf(names) : undefined),

  sessionOn: ({ sessionId, timestamp, display }) =>
    typeof sessionId === 'string' &&
    isUuid(sessionId) &&
    typeof timestamp === 'number' &&
    typeof display === 'string' &&
    !isBareCommand(display)
      ? { id: sessionId, time: timestamp }
      : undefined,

  recordsOf: (lines, textBeside) => {
    const [first] = lines;
    return first === undefined
      ? []
      : [
          {
            type: 'trace',
            sessionId: first.sessionId,
            timestamp: first.timestamp,
            cwd: first.project,
            prompts: lines.length,
          },
          ...lines.map(({ sessionId, timestamp, display, pastedContents }) => ({
            type: 'trace-prompt',
            sessionId,
            timestamp,
            text: withPasted(String(display), pastedContents, textBeside),
          })),
        ];
  },
};

/** `/exit`: sessions of nothing else never had a transcript. */
function isBareCommand(display: string): boolean {
  return /^\s*(?:\/[\w:-]*\s*)?$/.test(display);
}

/** With what was pasted in the place of its mark, as the model got it. */
function withPasted(
  display: string,
  pasted: unknown,
  textBeside: (names: readonly string[]) => string | undefined,
): string {
  const contents = isJsonObject(pasted) ? pasted : {};
  return display.replace(
    /\[(?:Pasted|\.\.\.Truncated) text #(\d+)[^\]\n]{0,40}\]/g,
    (mark, number: string) => {
      const { content, contentHash } = isJsonObject(contents[number]) ? contents[number] : {};
      if (typeof content === 'string') {
        return content;
      }
      return typeof contentHash === 'string' && /^[0-9a-f]{1,128}$/.test(contentHash)
        ? (textBeside(['paste-cache', `${contentHash}.txt`]) ?? mark)
        : mark;
    },
  );
}

export function decodeTrace(record: JsonObject, source: Source): DecodedLine {
  const { type, sessionId, cwd, prompts, text, timestamp } = record;
  const time = typeof timestamp === 'number' ? timestamp : undefined;
  const events: Events =
    type === 'trace'
      ? [
          {
            ...startEvent(String(sessionId), typeof cwd === 'string' ? cwd : undefined, time),
            promptsLeft: Number(prompts),
          },
          { kind: 'notice', text: { code: 'onlyPromptsLeft' } },
        ]
      : userEvents([{ type: 'text', text: String(text) }]);
  return decodedEntry(events, new LineProblems(source), undefined, time);
}
