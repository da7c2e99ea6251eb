import { longText, type TextLimits } from '../../text/longText.ts';
import { Members, type ToolCall } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import type { McpView } from './toolView.ts';

export function mcpView(
  { name, input, output }: ToolCall,
  limits: TextLimits,
): McpView | undefined {
  const called = namedBy(name, input) ?? calledBy(input);
  if (called === undefined) {
    return undefined;
  }
  const { server, tool } = called;
  const result = new Members(output);
  result.ignore('server', 'tool');
  const text = result.text('content');
  return {
    kind: 'mcp',
    server,
    tool,
    arguments: called.arguments.rest(limits),
    ...(text === undefined ? {} : { output: longText(text, limits) }),
    more: [
      ...(called.arguments === input ? [] : input.rest(limits)),
      ...(text === undefined ? [] : result.rest(limits)),
    ],
    hasOutput: text !== undefined,
  };
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
