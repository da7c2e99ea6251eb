import type { LogOutputChannel } from 'vscode';

/** The part of the extension that a log line comes from. */
export type LogArea =
  | 'archive'
  | 'carry'
  | 'catalog'
  | 'chat'
  | 'commands'
  | 'documents'
  | 'export'
  | 'marks'
  | 'numbers'
  | 'replay'
  | 'search'
  | 'storage'
  | 'tree'
  | 'watch'
  | 'worker';

type LogValues = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The extension's one log. Lines read `[area] what, key=value`. Never includes session content: no
 * message, no command, no output.
 */
export interface Log {
  debug(area: LogArea, what: string, values?: LogValues): void;
  info(area: LogArea, what: string, values?: LogValues): void;
  warn(area: LogArea, what: string, values?: LogValues): void;
  /** With the error's stack. */
  error(area: LogArea, what: string, error: unknown, values?: LogValues): void;
  /** Opens the log for the user. */
  show(): void;
}

/** @param home the user's home folder, written as `~` so that a log can be shared. */
export function createLog(channel: LogOutputChannel, home: string): Log {
  const line = (area: LogArea, what: string, values: LogValues | undefined) =>
    shortenHome(formatLine(area, what, values), home);
  const writer =
    (level: 'debug' | 'info' | 'warn') => (area: LogArea, what: string, values?: LogValues) => {
      channel[level](line(area, what, values));
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: (area, what, error, values) => {
      const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
      channel.error(`${line(area, what, values)}\n${shortenHome(details, home)}`);
    },
    show: () => channel.show(true),
  };
}

export function formatLine(area: LogArea, what: string, values?: LogValues): string {
  const pairs = Object.entries(values ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `, ${key}=${String(value)}`);
  return `[${area}] ${what}${pairs.join('')}`;
}

/** `/home/ann/.keen` becomes `~/.keen`; `/home/anna` stays. */
export function shortenHome(text: string, home: string): string {
  if (home.length < 2) {
    return text;
  }
  const escaped = home.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replace(new RegExp(`${escaped}(?![\\w.-])`, 'g'), '~');
}
