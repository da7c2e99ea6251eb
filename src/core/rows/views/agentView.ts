import { longText, type TextLimits } from '../../text/longText.ts';
import { Members, type ToolCall } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import type { AgentTask, AgentView } from './toolView.ts';

const promptNames = ['prompt', 'task', 'message', 'instructions', 'query'] as const;
const agentNames = ['subagent_type', 'agent', 'agent_type', 'agent_name', 'agentType'] as const;

export function agentView({ input, output }: ToolCall, limits: TextLimits): AgentView | undefined {
  const tasks = tasksOf(input, limits);
  if (tasks === undefined) {
    return undefined;
  }
  const result = new Members(output);
  const answer = typeof output === 'string' ? output : answerIn(result);
  const hasOutput = answer !== undefined || isJsonObject(output);
  return {
    kind: 'agent',
    tasks,
    ...(answer === undefined ? {} : { answer: longText(answer, limits) }),
    more: [...input.rest(limits), ...(hasOutput ? result.rest(limits, input) : [])],
    hasOutput,
  };
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
  const agent = members.text(agentNames);
  const title = members.text('description', 'title');
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(title === undefined ? {} : { title }),
    prompt: longText(prompt, limits),
  };
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
