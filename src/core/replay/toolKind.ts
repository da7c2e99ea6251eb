/** What a tool does, as far as its name says. */
export type ToolKind =
  | 'read'
  | 'write'
  | 'edit'
  | 'search'
  | 'shell'
  | 'web'
  | 'todo'
  | 'agent'
  | 'mcp'
  | 'ask'
  | 'other';

/** Words in tool names of any agent; the first line that has one decides. */
const words: readonly (readonly [RegExp, ToolKind])[] = [
  [/(^|_)(mcp|server)(_|$)/, 'mcp'],
  [/(^|_)(todo|todos|plan|checklist)(_|$)|^todo/, 'todo'],
  [/(^|_)(ask|question|confirm|input)(_|$)/, 'ask'],
  [/(^|_)(web|fetch|http|url|browse|browser|download)(_|$)|^web/, 'web'],
  [/(^|_)(bash|shell|sh|exec|terminal|command|run|powershell)(_|$)/, 'shell'],
  [/(^|_)(task|agent|subagent|delegate|spawn)(_|$)/, 'agent'],
  [/(^|_)(grep|search|glob|find|rg|lookup)(_|$)/, 'search'],
  [/(^|_)(write|create)(_|$)/, 'write'],
  [/(^|_)(edit|multiedit|patch|replace|apply|insert|update|delete|rename|move)(_|$)/, 'edit'],
  [/(^|_)(read|view|cat|open|ls|list|dir|file|files|tree)(_|$)/, 'read'],
];

/** A hint from the tool's name: icons, counts and views depend on it, never what is shown at all. */
export function toolKind(name: string): ToolKind {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return words.find(([pattern]) => pattern.test(snake))?.[1] ?? 'other';
}
