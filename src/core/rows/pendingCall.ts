import { t } from '#base/l10n.ts';
import type { SessionEvent } from '../events/event.ts';
import type { PendingCall } from '../events/session.ts';
import { toolKind, toolName } from '../index/toolKind.ts';
import { oneLine } from '../text/oneLine.ts';
import { toolTitle } from './toolTitle.ts';

/** Code points of a command, which a notification shows whole if it can. */
const commandLength = 160;
const idLength = 100;

/** What is known of a call before it ends; undefined if the event begins none. */
export function pendingCall(event: SessionEvent): PendingCall | undefined {
  switch (event.kind) {
    case 'toolCall':
      return { ...idOf(event), tool: event.name, about: toolTitle(event.input) };
    case 'shellRun':
      return event.phase === 'start'
        ? { ...idOf(event), tool: 'shell', about: oneLine(event.command, commandLength) }
        : undefined;
    default:
      return undefined;
  }
}

function idOf({ callId }: { readonly callId?: string }): { readonly id?: string } {
  return callId === undefined ? {} : { id: oneLine(callId, idLength) };
}

/** What the call does or asks for, as the end of “is waiting: …”. */
export function pendingCallWords({ tool, about }: PendingCall): string {
  const name = toolName(tool);
  if (about === '') {
    return isPlan(tool) ? t('approve its plan') : t('use {0}', name);
  }
  switch (toolKind(tool)) {
    case 'shell':
      return t('run `{0}`', about);
    case 'write':
      return t('write {0}', about);
    case 'edit':
      return t('edit {0}', about);
    case 'read':
      return t('look at {0}', about);
    case 'search':
      return t('search for {0}', about);
    case 'web':
      return t('open {0}', about);
    case 'ask':
      return about;
    default:
      return isPlan(tool) ? t('approve its plan') : t('use {0}: {1}', name, about);
  }
}

function isPlan(tool: string): boolean {
  return /plan/i.test(tool) && toolKind(tool) === 'todo';
}
