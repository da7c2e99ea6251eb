/** What is loaded after the first paint, as one module; its style sheets come with the page. */
export { Conversation as ConversationList } from './Conversation.tsx';
export { EnlargedImage } from './EnlargedImage.tsx';
export { KeysDialog } from './KeysDialog.tsx';
export { MoreMenu } from './MoreMenu.tsx';
export { OutlineBeside, OutlineDialog } from './outline/Outline.tsx';
export { FilterLine } from './FilterLine.tsx';
export { OpenFindWidget } from './FindWidget.tsx';
export { ContextGauge } from './ContextGauge.tsx';
export { RawSwitch } from './RawSwitch.tsx';
export { SelectionBar } from './SelectionBar.tsx';
