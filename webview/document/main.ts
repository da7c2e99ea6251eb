import type { DocumentModule } from '#protocol/document.ts';
import { loadHighlighter } from '../kit/code/highlighter.ts';
import { loadPlaces } from '../kit/surface/placeFinder.ts';
import { DocumentWriter } from './DocumentWriter.tsx';
import './theme.css';
import '../kit/surface/base.css';
import './icons.css';
import './document.css';

/** Entry of the bundle that renders transcripts as HTML files. It runs without a DOM. */
export const { prepareDocument, createDocument }: DocumentModule = {
  prepareDocument: async () => {
    await Promise.all([loadHighlighter(), loadPlaces()]);
  },
  createDocument: (options) => new DocumentWriter(options),
};
