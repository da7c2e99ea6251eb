import { parseShallow } from '../../jsonl/shallowJson.ts';
import type { TextLimits } from '../../text/longText.ts';
import { Members, type ToolCall } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import type { TodoItem, TodoView } from './toolView.ts';

const listNames = ['todos', 'items', 'plan', 'tasks', 'newTodos'] as const;
/** More than anybody plans. */
const mostItems = 500;

export function todoView({ input, output }: ToolCall, limits: TextLimits): TodoView | undefined {
  const written = itemsOf(input.list(listNames));
  const items = written ?? itemsOf(listIn(output));
  if (items === undefined) {
    return undefined;
  }
  const note = input.text('explanation', 'note');
  return {
    kind: 'todo',
    ...(note === undefined ? {} : { note }),
    items,
    more: input.rest(limits),
    hasOutput: written === undefined,
  };
}

/** A list that the tool read: an array, an object with one, or either as JSON. */
function listIn(output: unknown): readonly unknown[] | undefined {
  const value = typeof output === 'string' ? parsed(output) : output;
  return Array.isArray(value) ? value : new Members(value).list(listNames);
}

function parsed(json: string): unknown {
  try {
    return parseShallow(json);
  } catch {
    // Text, which the generic view shows.
    return undefined;
  }
}

/** Undefined if any item is something else. */
function itemsOf(list: readonly unknown[] | undefined): readonly TodoItem[] | undefined {
  if (list === undefined || list.length === 0 || list.length > mostItems) {
    return undefined;
  }
  const items = list.map(itemOf);
  return items.includes(undefined) ? undefined : (items as TodoItem[]);
}

function itemOf(value: unknown): TodoItem | undefined {
  if (typeof value === 'string') {
    return { text: value, state: 'open' };
  }
  const members = new Members(value);
  const text = members.text('content', 'text', 'step', 'title', 'description', 'subject', 'task');
  const done = members.value('done', 'completed');
  const state = members.text('status', 'state') ?? (done === true ? 'done' : 'open');
  return !isJsonObject(value) || text === undefined
    ? undefined
    : { text, state: states[state] ?? 'open' };
}

const states: Readonly<Record<string, TodoItem['state']>> = {
  in_progress: 'active',
  'in-progress': 'active',
  active: 'active',
  doing: 'active',
  done: 'done',
  completed: 'done',
  complete: 'done',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  skipped: 'cancelled',
};
