import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { ChatServices } from '../list/services.ts';
import { commandIds } from '../vscode/contributions.ts';
import type { markSessions } from './markSessions.ts';

type Command = (...args: readonly unknown[]) => unknown;

/** The commands with which the user puts the list in order. */
export function markCommands(
  services: Pick<ChatServices, 'marks' | 'states' | 'worker' | 'catalog' | 'everywhere' | 'log'>,
  parts: {
    readonly onSession: (title: string, run: (session: SessionSummary) => unknown) => Command;
    readonly onSessions: (
      title: string,
      run: (sessions: readonly SessionSummary[]) => unknown,
    ) => Command;
    readonly gone: (paths: readonly string[]) => void;
  },
) {
  const { marks } = services;
  const { onSession, onSessions, gone } = parts;
  const marking = () => import('./markSessions.ts');
  const mark = (title: string, change: Parameters<typeof markSessions>[2]) =>
    onSessions(title, async (sessions) => (await marking()).markSessions(marks, sessions, change));
  return {
    [commandIds.pin]: mark(t('Pin Session'), { isPinned: true }),
    [commandIds.unpin]: mark(t('Unpin Session'), { isPinned: false }),
    [commandIds.hide]: mark(t('Hide Session'), { isHidden: true }),
    [commandIds.unhide]: mark(t('Show Session Again'), { isHidden: false }),
    [commandIds.rename]: onSession(t('Rename Session'), async (session) =>
      (await marking()).renameSession(marks, session),
    ),
    [commandIds.editTags]: onSession(t('Edit Tags and Note'), async (session) =>
      (await marking()).editTagsAndNote(marks, session),
    ),
    [commandIds.keepCopy]: onSessions(t('Keep a Copy'), async (sessions) =>
      (await import('./keepCopies.ts')).keepCopies(services, sessions),
    ),
    [commandIds.deleteSessions]: onSessions(t('Delete'), async (sessions) =>
      (await import('../list/deleteSessions.ts')).deleteSessions(
        services,
        sessions.map(({ path }) => path),
        gone,
      ),
    ),
    [commandIds.restoreCopy]: onSession(t('Restore to Its Agent'), async (session) =>
      (await import('./restoreCopy.ts')).restoreCopy(services, session),
    ),
    [commandIds.moveMarks]: async () => (await marking()).exportOrImportMarks(services),
  };
}
