import type { Random } from '../random.ts';
import type { Texts } from './texts.ts';
import type { LogPlan } from './logPlan.ts';

/** A log of Keen Code: one line per turn, including all tool output. */
export function* keenLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  let seq = 0;
  const line = (kind: string, payload: object) => {
    seq += 1;
    return goJson({ seq, kind, [kind]: payload });
  };
  yield line('session_started', {
    session_id: plan.id,
    created_at: '2026-07-20T09:15:04.123456789Z',
    cwd: plan.cwd,
  });
  for (let word = plan.word ?? ''; ; word = '') {
    const content = `${texts.prose(random.size(220, 1, 20_000))} ${word}`;
    yield line('user_message', { content });
    yield line('assistant_turn', turn(random, texts, plan));
    if (random.chance(0.002)) {
      const summary = texts.prose(4_000);
      yield line('compaction_applied', {
        status: 'Context compacted.',
        transcript: [{ kind: 'text', content: summary }],
        messages: [{ Role: 'user', Content: summary, TurnMemory: null }],
      });
    }
  }
}

function turn(random: Random, texts: Texts, plan: LogPlan): object {
  const wanted = random.size(plan.turnLength, 1.4, plan.longestTurn);
  const transcript: object[] = [];
  const tool_activity: object[] = [];
  let message = '';
  let text_offset = 0;
  const say = (length: number) => {
    const content = `${texts.prose(length)}\n\n`;
    transcript.push({ kind: 'text', content });
    message += content;
    text_offset += Buffer.byteLength(content);
  };
  for (let length = 0; length < wanted;) {
    if (random.chance(0.3)) {
      const content = texts.prose(random.size(300, 0.8, 8_000));
      transcript.push({ kind: 'reasoning', content });
      length += content.length;
    }
    const room = Math.max(200, (wanted - length) / 2);
    const size = Math.min(room, random.size(3_000, 1.6, 2_000_000));
    const { items, tool, input } = toolUse(random, texts, size);
    transcript.push(...items);
    tool_activity.push({ text_offset, tool, input, status: 'success' });
    length += size;
    if (random.chance(0.4)) {
      say(random.size(200, 0.8, 3_000));
    }
  }
  say(random.size(500, 0.8, 6_000));
  transcript.push({ kind: 'text', content: `See ${texts.rareName()}.` });
  return { transcript, message, turn_memory: { tool_activity } };
}

interface ToolUse {
  readonly items: readonly object[];
  readonly tool: string;
  readonly input: object;
}

/** One call with its items, about `size` characters long. */
function toolUse(random: Random, texts: Texts, size: number): ToolUse {
  const path = texts.path();
  const duration_ns = random.below(5e9);
  const both = (tool: string, input: object, output: object, ...between: object[]): ToolUse => {
    const before = { kind: 'tool_start', tool_start: { name: tool, input } };
    const after = { kind: 'tool_end', tool_end: { name: tool, input, output, duration_ns } };
    return { items: [before, ...between, after], tool, input };
  };
  switch (random.below(4)) {
    case 0: {
      const content = texts.code(size);
      const output = { path, content, bytes_read: content.length, offset: 0, truncated: false };
      return both('read_file', { path }, output);
    }
    case 1: {
      const command = texts.command();
      const bash = { command, summary: 'Run it', output: texts.terminal(size), duration_ns };
      return { items: [{ kind: 'bash', bash }], tool: 'bash', input: { command } };
    }
    case 2: {
      const lines = linesOf(texts.code(size));
      const matches = lines.map((line, at) => ({ file: path, line_number: at + 1, line }));
      const output = { pattern: 'reader', output_mode: 'content', matches, count: matches.length };
      return both('grep', { pattern: 'reader' }, output);
    }
    default: {
      const lines = linesOf(texts.code(Math.min(size, 20_000))).map((Content, at) => {
        const Kind = at % 9 === 0 ? 2 : at % 7 === 0 ? 1 : 0;
        return { Kind, OldLineNum: at + 1, NewLineNum: at + 1, Content };
      });
      const start = { Kind: 3, OldLineNum: 0, NewLineNum: 0, Content: '@@ -1,9 +1,9 @@' };
      const diff = { kind: 'diff', diff: { lines: [start, ...lines] } };
      const input = { path, ops: [{ op: 'replace', start: '1:a', text: texts.code(size / 4) }] };
      return both('edit_file', input, { edited: true }, diff);
    }
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** As Go writes it. */
function goJson(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
