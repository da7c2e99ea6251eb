import type { DocumentModule } from '#protocol/document.ts';
import { loadHighlighter } from '../code/highlighter.ts';
import { loadToolViews } from '../rows/tools/toolViews.ts';
import { loadPlaces } from '../surface/placeFinder.ts';
import { DocumentWriter } from './DocumentWriter.tsx';
import './theme.css';
import '../surface/base.css';
import './icons.css';
import './document.css';

/** Entry of the bundle that renders transcripts as HTML files. It runs without a DOM. */
export const { prepareDocument, createDocument }: DocumentModule = {
  prepareDocument: async () => {
    await Promise.all([loadHighlighter(), loadToolViews(), loadPlaces()]);
  },
  createDocument: (options) => new DocumentWriter(options),
};
