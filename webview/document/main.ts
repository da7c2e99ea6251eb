import type { DocumentModule } from '#protocol/document.ts';
import { loadHighlighter } from '../code/highlighter.ts';
import { DocumentWriter } from './DocumentWriter.tsx';
import './theme.css';
import '../surface/base.css';
import './icons.css';
import './document.css';

/** Entry of the bundle that draws transcripts as HTML files. Where it runs there is no DOM. */
export const { prepareDocument, createDocument }: DocumentModule = {
  prepareDocument: loadHighlighter,
  createDocument: (options) => new DocumentWriter(options),
};
