import { replayViewType, type commandIds } from '#host/vscode/contributions.ts';
import {
  all,
  inEither,
  hasFolder,
  hasSession,
  isOwnSession,
  isRow,
  isRows,
  isSession,
  isSingle,
  isListFocused,
  isTrusted,
  listItem,
  listTitle,
  replayRow,
  replayTitle,
  sessionWith,
  sessionWithout,
  type Command,
} from './places.ts';

/** The replay has the keyboard. */
const isReading = `activeWebviewPanelId == '${replayViewType}' && !terminalFocus && !inQuickOpen`;

/** Commands on a session of the list, or on that of the replay in front. */
export const sessionCommands = {
  openReplay: {
    icon: 'open-preview',
    palette: hasSession,
  },
  openReplayToSide: {
    icon: 'split-horizontal',
    palette: hasSession,
    menus: [listItem('inline@1', isSession, isSingle), listItem('1_open@1', isSession, isSingle)],
  },
  preview: { icon: 'open-preview', title: 'command.openReplay' },
  openFocused: {
    icon: 'open-preview',
    title: 'command.openReplay',
    key: ['enter', isListFocused],
  },
  resumeFocused: {
    icon: 'comment-discussion',
    title: 'command.resumeInChat',
    key: ['ctrl+enter', isListFocused, 'cmd+enter'],
  },
  resumePicked: {
    icon: 'comment-discussion',
    title: 'command.resumeInChat',
    key: ['ctrl+enter', 'inQuickOpen && sessionBrowser.picking', 'cmd+enter'],
  },
  nextSession: {
    icon: 'arrow-down',
    palette: 'sessionBrowser.replayActive',
    key: ['alt+pagedown', isReading],
  },
  previousSession: {
    icon: 'arrow-up',
    palette: 'sessionBrowser.replayActive',
    key: ['alt+pageup', isReading],
  },
  openLink: { icon: 'link' },
  keepOpen: {
    icon: 'pin',
    palette: 'sessionBrowser.replayPreview',
    menus: [replayTitle('navigation@0', 'sessionBrowser.replayPreview')],
  },
  openAsText: {
    icon: 'file-text',
    palette: hasSession,
    menus: [replayTitle('3_log@0')],
  },
  openChanges: {
    icon: 'diff-multiple',
    palette: hasSession,
    menus: [listItem('1_open@2', isSession, isSingle), replayTitle('1_open@1')],
  },
  openParent: {
    icon: 'repo-forked',
    palette: 'false',
    menus: [listItem('1_open@3', sessionWith('parent'), isSingle)],
  },
  showForks: {
    icon: 'list-tree',
    palette: 'false',
    menus: [listItem('1_open@4', sessionWith('forks'), isSingle)],
  },
  openRawLog: {
    icon: 'file-code',
    palette: hasSession,
    menus: [replayTitle('navigation@2')],
  },
  revealInOS: {
    icon: 'folder-opened',
    palette: hasSession,
    menus: [replayTitle('3_log@1')],
  },
  openFolder: {
    icon: 'folder-opened',
    menus: [
      listItem('inline@1', 'viewItem =~ /^folder\\.elsewhere/', isSingle),
      listItem('1_open@6', 'viewItem =~ /elsewhere/', isSingle),
    ],
  },
  openFolderInNewWindow: {
    icon: 'empty-window',
    menus: [
      listItem('inline@2', 'viewItem =~ /^folder\\.elsewhere/', isSingle),
      listItem('1_open@7', 'viewItem =~ /elsewhere/', isSingle),
    ],
  },
  resumeInChat: {
    icon: 'comment-discussion',
    palette: hasSession,
    menus: [
      listItem('inline@2', isSession, isSingle),
      listItem('2_resume@1', isSession, isSingle),
      replayTitle('navigation@1', isOwnSession),
    ],
  },
  resumeLatest: { icon: 'play', palette: hasFolder, menus: [listTitle('navigation@2', hasFolder)] },
  resumeInTerminal: {
    icon: 'terminal',
    palette: all(isTrusted, `(${hasSession})`),
    menus: [
      listItem('2_resume@2', sessionWith('terminal'), isTrusted, isSingle),
      replayTitle('1_resume@1', isOwnSession, 'sessionBrowser.replayInTerminal', isTrusted),
    ],
  },
  openInExtension: {
    icon: 'link-external',
    palette: all(hasFolder, 'sessionBrowser.replayInExtension'),
    menus: [
      listItem('2_resume@3', sessionWith('extension'), isSingle),
      replayTitle('1_resume@2', isOwnSession, 'sessionBrowser.replayInExtension'),
    ],
  },
  resumeWithOther: {
    icon: 'comment-discussion-sparkle',
    palette: all(isTrusted, `(${hasSession})`),
    menus: [replayTitle('1_resume@3', isOwnSession, isTrusted)],
  },
  resumeBeforeCompaction: {
    icon: 'comment-discussion',
    palette: all(isTrusted, `(${hasSession})`),
  },
  fork: {
    icon: 'repo-forked',
    palette: all(isTrusted, `(${hasSession})`),
    menus: [
      listItem('2_resume@4', isSession, isTrusted, isSingle),
      replayTitle('1_resume@4', isOwnSession, isTrusted),
    ],
  },
  exportConversation: {
    icon: 'export',
    palette: hasSession,
    menus: [listItem('4_share@2', isSession), replayTitle('2_share@2')],
  },
  exportHtml: { icon: 'browser', palette: 'false' },
  exportTranscriptMarkdown: { icon: 'markdown', palette: 'false' },
  copy: {
    icon: 'copy',
    palette: hasSession,
    menus: [listItem('4_share@1', isSession), replayTitle('2_share@1')],
  },
  markRead: {
    icon: 'check',
    palette: hasSession,
    menus: [
      inEither(
        listItem('3_mark@0', sessionWith('unread')),
        listItem('3_mark@0', isSession, 'listMultiSelection'),
      ),
    ],
  },
  pin: {
    icon: 'pin',
    palette: all(`(${hasSession})`, '!sessionBrowser.replayPinned'),
    menus: [
      inEither(
        listItem('3_mark@1', sessionWithout('pinned')),
        listItem('3_mark@1', isSession, 'listMultiSelection'),
      ),
    ],
  },
  unpin: {
    icon: 'pinned',
    palette: all('sessionBrowser.replayActive', 'sessionBrowser.replayPinned'),
    menus: [
      inEither(
        listItem('3_mark@1', sessionWith('pinned')),
        listItem('3_mark@1', isSession, 'listMultiSelection'),
      ),
    ],
  },
  hide: {
    icon: 'eye-closed',
    palette: all(`(${hasSession})`, '!sessionBrowser.replayHidden'),
    menus: [
      inEither(
        listItem('3_mark@2', sessionWithout('hidden')),
        listItem('3_mark@2', isSession, 'listMultiSelection'),
      ),
    ],
  },
  unhide: {
    icon: 'eye',
    palette: all('sessionBrowser.replayActive', 'sessionBrowser.replayHidden'),
    menus: [listItem('3_mark@2', sessionWith('hidden'))],
  },
  rename: { icon: 'edit', palette: hasSession, menus: [listItem('3_mark@3', isSession, isSingle)] },
  renameSelected: {
    icon: 'edit',
    title: 'command.rename',
    key: ['f2', isListFocused],
  },
  editTags: {
    icon: 'tag',
    palette: hasSession,
    menus: [listItem('3_mark@4', isSession, isSingle)],
  },
  keepCopy: {
    icon: 'save',
    palette: hasSession,
    menus: [listItem('3_mark@6', sessionWithout('kept'))],
  },
  deleteCopy: {
    icon: 'trash',
    palette: 'false',
    menus: [listItem('3_mark@6', sessionWith('kept'), isSingle)],
  },
} as const satisfies Partial<Record<keyof typeof commandIds, Command>>;

/** Commands on the current or selected rows of the replay in front. */
export const rowCommands = {
  copyText: {
    icon: 'copy',
    palette: 'false',
    menus: [replayRow('1_copy@1', isRows, 'rowHasSelectedText')],
  },
  copyRow: {
    icon: 'markdown',
    palette: 'false',
    menus: [replayRow('1_copy@2', isRows)],
  },
  copyRowLink: {
    icon: 'link',
    palette: 'false',
    menus: [replayRow('1_copy@4', isRow, isOwnSession)],
  },
  copyRowOutput: {
    icon: 'output',
    palette: 'false',
    menus: [replayRow('1_copy@3', isRow, 'rowHasOutput')],
  },
  forkFromRow: {
    icon: 'repo-forked',
    palette: 'false',
    menus: [replayRow('2_row@1', isRow, 'rowForks', isTrusted)],
  },
  openRowLine: {
    icon: 'go-to-file',
    palette: 'false',
    menus: [replayRow('2_row@2', isRow)],
  },
  exportRows: {
    icon: 'export',
    palette: 'false',
    menus: [replayRow('3_export@1', "webviewSection == 'rows'")],
  },
} as const satisfies Partial<Record<keyof typeof commandIds, Command>>;
