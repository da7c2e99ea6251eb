import type { IconName } from '../widgets/Icon.tsx';

/**
 * Words in tool names of any agent, with an icon for what the tool does. The name is only a hint:
 * nothing but the icon depends on it.
 */
const icons: readonly (readonly [RegExp, IconName])[] = [
  [/(^|_)(mcp|server)(_|$)/, 'plug'],
  [/(^|_)(bash|shell|sh|exec|terminal|command|run|powershell)(_|$)/, 'terminal'],
  [/(^|_)(grep|search|glob|find|rg|lookup)(_|$)/, 'search'],
  [/(^|_)(edit|write|patch|replace|create|apply|insert|update|delete|rename|move)(_|$)/, 'edit'],
  [/(^|_)(web|fetch|http|url|browse|browser|download)(_|$)/, 'globe'],
  [/(^|_)(task|agent|subagent|delegate|spawn)(_|$)/, 'robot'],
  [/(^|_)(todo|todos|plan|checklist)(_|$)/, 'checklist'],
  [/(^|_)(ask|question|confirm|input)(_|$)/, 'question'],
  [/(^|_)(read|view|cat|open|ls|list|dir|file|files|tree)(_|$)/, 'file'],
];

export function toolIcon(name: string): IconName {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return icons.find(([pattern]) => pattern.test(words))?.[1] ?? 'tools';
}
