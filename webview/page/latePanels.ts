/** What is loaded after the first paint, as one module; its style sheets come with the page. */
export { KeysDialog } from './KeysDialog.tsx';
export { OutlineBeside, OutlineDialog } from './outline/Outline.tsx';
