/** Whether a tool is the shell; the second name is that of the SQLite era. */
export function isShell(tool: string): boolean {
  return tool === 'bash' || tool === 'core/bash';
}
