import { toolKind, type ToolKind } from '#core/index/toolKind.ts';
import type { IconName } from '../../kit/widgets/Icon.tsx';

const icons: Readonly<Record<ToolKind, IconName>> = {
  mcp: 'plug',
  shell: 'terminal',
  search: 'search',
  write: 'edit',
  edit: 'edit',
  web: 'globe',
  agent: 'robot',
  todo: 'checklist',
  ask: 'question',
  read: 'file',
  other: 'tools',
};

export function toolIcon(name: string): IconName {
  return icons[toolKind(name)];
}
