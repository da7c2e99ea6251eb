/** What is loaded after the first paint, as one module; its style sheets come with the page. */
export { FilterLine } from './FilterLine.tsx';
export { OpenFindWidget } from './FindWidget.tsx';
