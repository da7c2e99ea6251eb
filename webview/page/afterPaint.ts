/* What the page loads after its first paint, as one file: each more would be packed by itself. */
export * as panels from './latePanels.ts';
export { ChangedFilesPanel } from './ChangedFilesPanel.tsx';
export { EditBadge } from './pieces/EditBadge.tsx';
export { MatchMarks } from '../find/matchMarks.ts';
export { runRowCommand } from './rowCommands.ts';
export { startPlayback } from './playback.tsx';
