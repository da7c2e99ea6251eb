import type { TextLimits } from '../../text/longText.ts';
import { toolKind, type ToolKind } from '../../index/toolKind.ts';
import { agentView } from './agentView.ts';
import { askView } from './askView.ts';
import { editView } from './editView.ts';
import { mcpView } from './mcpView.ts';
import { Members, type ToolCall } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import { readView } from './readView.ts';
import { searchView } from './searchView.ts';
import { todoView } from './todoView.ts';
import type { ToolView } from './toolView.ts';
import { webView } from './webView.ts';
import { writeView } from './writeView.ts';

type Read = (call: ToolCall, limits: TextLimits) => ToolView | undefined;

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
  {
    name,
    input,
    output,
  }: { readonly name: string; readonly input: unknown; readonly output: unknown },
  limits: TextLimits,
): ToolView | undefined {
  // A patch is all of its call’s input.
  const members = new Members(typeof input === 'string' ? { input } : input);
  return isJsonObject(input) || typeof input === 'string'
    ? readers[toolKind(name, input)]?.({ name, input: members, output }, limits)
    : undefined;
}
