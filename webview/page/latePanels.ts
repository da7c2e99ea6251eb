/**
 * What is loaded after the first paint, as one module, since each more would be packed by itself. Its
 * style sheets come with the page.
 */
export { ChangedFilesPanel } from './ChangedFilesPanel.tsx';
export { Conversation as ConversationList } from './Conversation.tsx';
export { EditBadge } from './pieces/EditBadge.tsx';
export { SubAgents } from './pieces/SubAgents.tsx';
export { EnlargedImage } from './EnlargedImage.tsx';
export { FilterLine } from './FilterLine.tsx';
export { FindWidget } from './FindWidget.tsx';
export { HeaderBadges } from './HeaderBadges.tsx';
export { KeysDialog } from './KeysDialog.tsx';
export { lateModels } from './lateModels.ts';
export { runListCommand } from './listCommands.ts';
export { markMatches } from './markMatches.ts';
export { MoreMenu } from './MoreMenu.tsx';
export { NewRows } from './NewRows.tsx';
export { onPageKey } from './pageKeys.ts';
export { OutlineBeside, OutlineDialog } from './outline/Outline.tsx';
export { PinnedPrompt } from './PinnedPrompt.tsx';
export { ProblemsPanel } from './ProblemsPanel.tsx';
export { labelOfRun, RunRow } from './RunRow.tsx';
export { startPlayback } from './playback.tsx';
export { RawSwitch } from './RawSwitch.tsx';
export { runRowCommand } from './rowCommands.ts';
export { openRowMenu, pressRow } from './rowPointer.ts';
export { SelectionBar } from './SelectionBar.tsx';
export { ToolDetails } from '../rows/tools/ToolDetails.tsx';
