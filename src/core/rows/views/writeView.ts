import { longText, type TextLimits } from '../../text/longText.ts';
import { pathNames, type ToolCall } from './members.ts';
import type { WriteView } from './toolView.ts';

export function writeView({ input }: ToolCall, limits: TextLimits): WriteView | undefined {
  const path = input.text(pathNames);
  const content = input.text('content', 'contents', 'file_text', 'text');
  return path === undefined || content === undefined
    ? undefined
    : {
        kind: 'write',
        path,
        content: longText(content, limits),
        more: input.rest(limits),
        hasOutput: false,
      };
}
