/*
 * Every name that package.json and the code must agree on; a test compares the two. No `vscode`
 * here, so that the test runs in plain Node.
 */

export const commandIds = {
  openReplay: 'sessionBrowser.openReplay',
  openReplayToSide: 'sessionBrowser.openReplayToSide',
  resumeInChat: 'sessionBrowser.resumeInChat',
  resumeLatest: 'sessionBrowser.resumeLatest',
  resumeInTerminal: 'sessionBrowser.resumeInTerminal',
  exportConversation: 'sessionBrowser.exportConversation',
  openRawLog: 'sessionBrowser.openRawLog',
  copyId: 'sessionBrowser.copyId',
  copyPath: 'sessionBrowser.copyPath',
  revealInOS: 'sessionBrowser.revealInOS',
  refresh: 'sessionBrowser.refresh',
  groupByDay: 'sessionBrowser.groupByDay',
  ungroup: 'sessionBrowser.ungroup',
  showLog: 'sessionBrowser.showLog',
  /** A click in the tree: opens the replay and leaves the keyboard in the tree. Not in the palette. */
  preview: '_sessionBrowser.preview',
} as const;
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

export const viewContainerId = 'sessionBrowser';
export const viewIds = { sessions: 'sessionBrowser.sessions' } as const;
/** Type of the replay's webview panels. */
export const replayViewType = 'sessionBrowser.replay';
export const chatParticipantId = 'session-browser.session';
/** Scheme of the read-only documents: parts of rows, sides of diffs. */
export const documentScheme = 'session-browser';

export const configKeys = {
  groupBy: 'sessionBrowser.list.groupBy',
  record: 'sessionBrowser.record',
  tools: 'sessionBrowser.chat.tools',
  maxToolRounds: 'sessionBrowser.chat.maxToolRounds',
} as const;

/** Context keys and their values; `when` clauses use no others of ours. */
export interface ContextValues {
  /** `noFolderOnDisk`: there are folders, but none that an agent can have worked in. */
  'sessionBrowser.state': 'scanning' | 'ready' | 'failed' | 'noFolderOnDisk';
  'sessionBrowser.replayActive': boolean;
  /** The session of the replay in front can be taken up in a terminal. */
  'sessionBrowser.replayInTerminal': boolean;
}
export const contextKeys = [
  'sessionBrowser.state',
  'sessionBrowser.replayActive',
  'sessionBrowser.replayInTerminal',
] as const satisfies readonly (keyof ContextValues)[];

/** `viewItem` of the tree's lines; a session's say what can be done with it. */
export const viewItems = {
  folder: 'folder',
  day: 'day',
  session: 'session',
  sessionInTerminal: 'session.terminal',
} as const;
