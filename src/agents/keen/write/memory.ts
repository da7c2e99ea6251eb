import { defined } from '#base/defined.ts';
import type { NewShellRun, NewToolResult, TurnItem } from '#core/events/newEvent.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { goInt, goList, goString, goStruct, goValue } from './goJson.ts';
import { errorOf, hasEnded, inputOf } from './turnItems.ts';
import { wellFormed } from '#core/text/wellFormed.ts';

/** A past call for the model. */
interface RememberedCall {
  /** Position in the turn's message, in UTF-8 bytes. */
  readonly textOffset: number;
  readonly tool: string;
  readonly input: JsonObject | undefined;
  readonly isError: boolean;
  readonly exitCode?: number | undefined;
  readonly retained: string | undefined;
}

const utf8 = new TextEncoder();

export function byteLength(text: string): number {
  return utf8.encode(text).length;
}

/** The ended calls of a turn, each at the end of the text at that time, as in Keen. */
export function rememberedCalls(
  items: readonly TurnItem[],
  cwd: string | undefined,
): readonly RememberedCall[] {
  const calls: RememberedCall[] = [];
  let textOffset = 0;
  for (const item of items) {
    if (item.kind === 'assistantText') {
      textOffset += byteLength(item.text);
    } else if (item.kind === 'toolResult') {
      calls.push(toolCall(item, textOffset, cwd));
    } else if (item.kind === 'shellRun' && hasEnded(item)) {
      calls.push(shellCall(item, textOffset));
    }
  }
  return calls;
}

/** `turn_memory` in the layout of Keen after 0.42; undefined without a call. */
export function memoryJson(calls: readonly RememberedCall[]): string | undefined {
  return calls.length === 0
    ? undefined
    : goStruct([['tool_activity', goList(calls.map(activityJson))]]);
}

function toolCall(
  item: NewToolResult,
  textOffset: number,
  cwd: string | undefined,
): RememberedCall {
  const input = relativeInput(item.name, inputOf(item.input), cwd);
  return {
    textOffset,
    tool: item.name,
    input: item.retained === undefined ? boundedInput(input) : input,
    isError: errorOf(item) !== undefined,
    retained: item.retained,
  };
}

function shellCall(item: NewShellRun, textOffset: number): RememberedCall {
  const { command, summary, exitCode } = item;
  const input = defined({ command, summary: summary === '' ? undefined : summary });
  const hasFailed = exitCode !== undefined && exitCode !== 0;
  return {
    textOffset,
    tool: 'bash',
    input: item.retained === undefined ? boundedInput(input) : input,
    isError: errorOf(item) !== undefined || hasFailed,
    exitCode: hasFailed ? exitCode : undefined,
    retained: item.retained,
  };
}

function activityJson(call: RememberedCall): string {
  return goStruct([
    ['text_offset', goInt(call.textOffset)],
    ['tool', goString(call.tool)],
    ['input', goValue(call.input)],
    ['status', goString(call.isError ? 'error' : 'success')],
    ['exit_code', call.exitCode === undefined ? undefined : goInt(call.exitCode)],
    ...retainedFields(call),
  ]);
}

/**
 * What the model got, so that it comes back word for word: nothing if status and exit code already
 * say it, a value if the text is exactly its JSON, else the text itself.
 */
function retainedFields(call: RememberedCall): readonly (readonly [string, string | undefined])[] {
  const { retained } = call;
  if (retained === undefined || retained === standardResult(call)) {
    return [];
  }
  return isCanonical(retained)
    ? [['retained_output', goValue(JSON.parse(retained))]]
    : [
        ['retained_output', goString(retained)],
        // Our own addition: Keen quotes a text for the model as JSON.
        ['verbatim', 'true'],
      ];
}

function standardResult({ isError, exitCode }: RememberedCall): string {
  return JSON.stringify({ status: isError ? 'error' : 'success', exit_code: exitCode });
}

/**
 * Whether a text is the JSON of an object or a list in exactly the form that a reader writes it
 * again.
 */
function isCanonical(text: string): boolean {
  if (!/^[{[]/.test(text)) {
    return false;
  }
  try {
    const value: unknown = JSON.parse(text);
    const written = goValue(value);
    return written !== undefined && JSON.stringify(JSON.parse(written)) === text;
  } catch {
    // Not JSON, or nested too deeply for it: so it is a text.
    return false;
  }
}

/** Keen's limit for one value, in bytes of JSON or, for a text, of UTF-8. */
const maxValueBytes = 4096;

/**
 * Cuts long texts and omits other long values. Keen cuts only the inputs of its two writing tools
 * and omits other texts; the tools here are not Keen's, so all are treated alike.
 */
function boundedInput(input: JsonObject | undefined): JsonObject | undefined {
  const bounded = Object.entries(input ?? {}).flatMap(([key, value]) => {
    if (typeof value === 'string') {
      return [[key, cutText(wellFormed(value))] as const];
    }
    const json = goValue(value);
    return json === undefined || byteLength(json) > maxValueBytes ? [] : [[key, value] as const];
  });
  return bounded.length === 0 ? undefined : Object.fromEntries(bounded);
}

function cutText(text: string): string {
  const bytes = utf8.encode(text);
  if (bytes.length <= maxValueBytes) {
    return text;
  }
  let end = maxValueBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end -= 1;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end));
}

/** The tools of Keen whose `path` is shown relative to the session's folder. */
const pathTools = new Set(['read_file', 'grep', 'glob', 'write_file', 'edit_file']);

function relativeInput(
  tool: string,
  input: JsonObject | undefined,
  cwd: string | undefined,
): JsonObject | undefined {
  const path = input?.path;
  if (!pathTools.has(tool) || typeof path !== 'string' || cwd === undefined) {
    return input;
  }
  const rest = path.startsWith(cwd) ? path.slice(cwd.length).replace(/^[/\\]+/, '') : '';
  const isInside = /[/\\]$/.test(cwd) || /^[/\\]/.test(path.slice(cwd.length));
  return rest !== '' && isInside ? { ...input, path: rest } : input;
}
