import { defined } from '#base/defined.ts';
import { type LongText, type TextLimits, longText } from '../../text/longText.ts';
import { toolKind, type ToolKind } from '../../index/toolKind.ts';
import { askView } from './askView.ts';
import { editView, writeView, readView } from './fileViews.ts';
import { Members, parsed, type CallContent } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import { searchView } from './searchView.ts';
import type { ToolView, WebResult, ToolViewOf, AgentTask, TodoItem } from './toolView.ts';

const listNames = ['todos', 'items', 'plan', 'tasks', 'newTodos'] as const;
/** More than anybody plans. */
const mostItems = 500;

function todoView(
  { input, output }: CallContent,
  limits: TextLimits,
): ToolViewOf<'todo'> | undefined {
  const written = itemsOf(input.list(listNames));
  const items = written ?? itemsOf(listIn(output));
  if (items === undefined) {
    return undefined;
  }
  return defined({
    kind: 'todo',
    note: input.text('explanation', 'note'),
    items,
    more: input.rest(limits),
    hasOutput: written === undefined,
  });
}

/** A list that the tool read: an array, an object with one, or either as JSON. */
function listIn(output: unknown): readonly unknown[] | undefined {
  const value = typeof output === 'string' ? parsed(output) : output;
  return Array.isArray(value) ? value : new Members(value).list(listNames);
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

const promptNames = ['prompt', 'task', 'message', 'instructions', 'query'] as const;
const agentNames = ['subagent_type', 'agent', 'agent_type', 'agent_name', 'agentType'] as const;

function agentView(
  { input, output }: CallContent,
  limits: TextLimits,
): ToolViewOf<'agent'> | undefined {
  const tasks = tasksOf(input, limits);
  if (tasks === undefined) {
    return undefined;
  }
  const result = new Members(output);
  const answer = typeof output === 'string' ? output : answerIn(result);
  const hasOutput = answer !== undefined || isJsonObject(output);
  return defined({
    kind: 'agent',
    tasks,
    answer: optionalText(answer, limits),
    more: [...input.rest(limits), ...(hasOutput ? result.rest(limits, input) : [])],
    hasOutput,
  });
}

/** One task, or a list of them; undefined if any has no prompt. */
function tasksOf(input: Members, limits: TextLimits): readonly AgentTask[] | undefined {
  const single = taskOf(input, limits);
  if (single !== undefined) {
    return [single];
  }
  const tasks = input.list('tasks')?.map((task) => taskOf(new Members(task), limits));
  return tasks === undefined || tasks.length === 0 || tasks.includes(undefined)
    ? undefined
    : (tasks as AgentTask[]);
}

function taskOf(members: Members, limits: TextLimits): AgentTask | undefined {
  const prompt = members.text(promptNames);
  if (prompt === undefined) {
    return undefined;
  }
  return defined({
    agent: members.text(agentNames),
    title: members.text('description', 'title'),
    prompt: longText(prompt, limits),
  });
}

/** The answer's text, or that of its blocks. */
function answerIn(result: Members): string | undefined {
  const text = result.text('result', 'answer', 'output', 'response', 'summary', 'content');
  if (text !== undefined) {
    return text;
  }
  const texts = result
    .list('content')
    ?.flatMap((block) => new Members(block).text('text') ?? [])
    .join('\n\n');
  return texts === '' ? undefined : texts;
}

function optionalText(text: string | undefined, limits: TextLimits): LongText | undefined {
  return text === undefined ? undefined : longText(text, limits);
}

const mostResults = 100;
const textNames = ['content', 'result', 'text', 'markdown', 'body'] as const;

function webView(
  { input, output }: CallContent,
  limits: TextLimits,
): ToolViewOf<'web'> | undefined {
  const url = input.text('url', 'uri', 'link');
  const query = input.text('query', 'q', 'search_query');
  if (url === undefined && query === undefined) {
    return undefined;
  }
  const result = new Members(output);
  const text = typeof output === 'string' ? output : result.text(textNames);
  const results = resultsOf(result.list('results', 'search_results'));
  const hasOutput = text !== undefined || results !== undefined;
  return defined({
    kind: 'web',
    url,
    query,
    prompt: input.text('prompt'),
    status: result.number('status_code', 'status', 'code'),
    results,
    text: optionalText(text, limits),
    more: [...input.rest(limits), ...(hasOutput ? result.rest(limits, input) : [])],
    hasOutput,
  });
}

function resultsOf(list: readonly unknown[] = []): readonly WebResult[] | undefined {
  const results = list.slice(0, mostResults).flatMap((item) => {
    const members = new Members(item);
    const url = members.text('url', 'link', 'href');
    const text = members.text('snippet', 'description', textNames) ?? '';
    return url === undefined
      ? []
      : [{ url, title: members.text('title', 'name') ?? url, text: text.slice(0, 1_000) }];
  });
  return results.length === 0 ? undefined : results;
}

type Read = (call: CallContent, limits: TextLimits) => ToolView | undefined;

const readers: Readonly<Record<ToolKind, Read | undefined>> = {
  read: readView,
  write: writeView,
  edit: editView,
  search: searchView,
  web: webView,
  todo: todoView,
  agent: agentView,
  mcp: mcpView,
  ask: askView,
  shell: undefined,
  other: undefined,
};

/**
 * The view of a call of its kind; undefined if its input is not of a form that any tool of the kind
 * has, and then the raw input and output are all there is to show.
 *
 * @param output undefined without a result, or for one that is an error.
 */
export function viewOf(
  { name, input, output, hasReply }: Omit<CallContent, 'input'> & { readonly input: unknown },
  limits: TextLimits,
): ToolView | undefined {
  // A patch is all of its call’s input.
  const members = new Members(typeof input === 'string' ? { input } : input);
  return isJsonObject(input) || typeof input === 'string'
    ? readers[toolKind(name, input)]?.(
        { name, input: members, output, ...(hasReply === true ? { hasReply } : {}) },
        limits,
      )
    : undefined;
}

function mcpView(
  { name, input, output }: CallContent,
  limits: TextLimits,
): ToolViewOf<'mcp'> | undefined {
  const called = namedBy(name, input) ?? calledBy(input);
  if (called === undefined) {
    return undefined;
  }
  const { server, tool } = called;
  const result = new Members(output);
  result.ignore('server', 'tool');
  const text = result.text('content');
  return defined({
    kind: 'mcp',
    server,
    tool,
    arguments: called.arguments.rest(limits),
    output: optionalText(text, limits),
    more: [
      ...(called.arguments === input ? [] : input.rest(limits)),
      ...(text === undefined ? [] : result.rest(limits)),
    ],
    hasOutput: text !== undefined,
  });
}

interface Called {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Members;
}

/** A tool that calls those of any server: `server`, `tool`, `arguments`. */
function calledBy(input: Members): Called | undefined {
  const [server, tool] = [input.text('server'), input.text('tool', 'toolName')];
  const given = input.value('arguments', 'args', 'input') ?? {};
  return server === undefined || tool === undefined || !isJsonObject(given)
    ? undefined
    : { server, tool, arguments: new Members(given) };
}

/** `mcp__server__tool`, or without the first part. */
function namedBy(name: string, input: Members): Called | undefined {
  const [, server, tool] = /^(?:mcp__)?(.+?)__(.+)$/s.exec(name) ?? [];
  return server === undefined || tool === undefined
    ? undefined
    : { server, tool, arguments: input };
}
