import type { DiffLine } from '#core/events/diff.ts';
import type { NewShellRun, NewToolResult, TurnItem } from '#core/events/newEvent.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { goCount, goInt, goList, goString, goStruct, goText, goValue } from './goJson.ts';
import { wellFormed } from '#core/text/wellFormed.ts';

/**
 * Items as Keen has them: adjacent texts merged, nothing empty. A surrogate pair split over two
 * chunks is joined before the texts are processed.
 */
export function joinedItems(items: readonly TurnItem[]): readonly TurnItem[] {
  const joined: TurnItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if ((item.kind === 'assistantText' || item.kind === 'thinking') && last?.kind === item.kind) {
      joined[joined.length - 1] = { kind: item.kind, text: last.text + item.text };
    } else {
      joined.push(item);
    }
  }
  return joined.flatMap((item): readonly TurnItem[] => {
    switch (item.kind) {
      case 'assistantText':
      case 'thinking':
        return item.text === '' ? [] : [{ kind: item.kind, text: wellFormed(item.text) }];
      case 'diff':
        return item.lines.length === 0 ? [] : [item];
      case 'toolCall':
      case 'toolResult':
      case 'shellRun':
        return [item];
    }
  });
}

export function itemJson(item: TurnItem): string {
  switch (item.kind) {
    case 'assistantText':
      return ofKind('text', 'content', goString(item.text));
    case 'thinking':
      return ofKind('reasoning', 'content', goString(item.text));
    case 'toolCall':
      return payload('tool_start', [
        ['name', goString(item.name)],
        ['input', inputJson(item.input)],
      ]);
    case 'toolResult':
      return payload('tool_end', [
        ['name', goString(item.name)],
        ['input', inputJson(item.input)],
        ['output', item.output === null ? undefined : goValue(item.output)],
        ['error', goText(errorOf(item))],
        ['duration_ns', goCount(item.durationNs)],
      ]);
    case 'shellRun':
      return payload('bash', [
        ['command', goString(item.command)],
        ['summary', goText(item.summary)],
        ['output', goText(item.output)],
        ['error', goText(errorOf(item))],
        ['duration_ns', hasEnded(item) ? (goCount(item.durationNs) ?? '1') : undefined],
      ]);
    case 'diff':
      return payload('diff', [['lines', goList(item.lines.map(diffLineJson))]]);
  }
}

/** A tool's arguments are an object in Keen, or it skips the line; another value gets a name. */
export function inputOf(input: unknown): JsonObject | undefined {
  if (input === undefined || input === null) {
    return undefined;
  }
  if (!isJsonObject(input)) {
    return { value: input };
  }
  return Object.keys(input).length === 0 ? undefined : input;
}

/** Undefined if the call did not fail. Go omits an empty text, which would hide a failure. */
export function errorOf({ error }: NewToolResult | NewShellRun): string | undefined {
  return error === '' ? 'It failed.' : error;
}

/**
 * Whether a run came to its end. A reader recognizes that by the duration, so it is never omitted.
 */
export function hasEnded(run: NewShellRun): boolean {
  return run.interrupted !== true;
}

function inputJson(input: unknown): string | undefined {
  return goValue(inputOf(input));
}

function diffLineJson({ kind, oldLine, newLine, text }: DiffLine): string {
  return goStruct([
    ['Kind', goInt(diffKinds.indexOf(kind))],
    ['OldLineNum', goInt(oldLine ?? 0)],
    ['NewLineNum', goInt(newLine ?? 0)],
    ['Content', goString(text)],
  ]);
}

/** `EditDiffLineKind` in Keen's `internal/tools/diff.go`. */
const diffKinds: readonly DiffLine['kind'][] = ['context', 'added', 'removed', 'hunk'];

function payload(kind: string, fields: Parameters<typeof goStruct>[0]): string {
  return ofKind(kind, kind, goStruct(fields));
}

function ofKind(kind: string, key: string, json: string): string {
  return goStruct([
    ['kind', goString(kind)],
    [key, json],
  ]);
}
