/* What the page loads after its first paint, as one file: each more would be packed by itself. */
export { ChangedFilesPanel } from './ChangedFilesPanel.tsx';
export { EditBadge } from './pieces/EditBadge.tsx';
