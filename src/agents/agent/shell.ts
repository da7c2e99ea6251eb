/** Whether a tool is the shell; the second name is from the SQLite era. */
export function isShell(tool: string): boolean {
  return tool === 'bash' || tool === 'core/bash';
}
