import type { Log } from '#host/vscode/log.ts';

const nothing = () => undefined;

export const silentLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  show: nothing,
};
