import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { language } from '#base/l10n.ts';
import type { TranscriptWriter } from '#core/rows/transcriptWriter.ts';
import type { DocumentModule, DocumentOptions } from '#protocol/document.ts';

/** Creates a writer of an HTML file. */
export type CreateDocument = (
  options: Pick<DocumentOptions, 'facts' | 'outline' | 'timeline'>,
) => TranscriptWriter;

/**
 * Loads the bundle that renders HTML files, needed only for an export.
 *
 * @param folder of the build: `dist/webview`.
 */
export async function loadDocumentBundle(folder: string): Promise<CreateDocument> {
  const [style, script] = await Promise.all([
    readFile(join(folder, 'document.css'), 'utf8'),
    readFile(join(folder, 'documentScript.js'), 'utf8'),
  ]);
  // From our own build, so its exports match the declaration of its entry.
  const bundle = (await import(pathToFileURL(join(folder, 'document.js')).href)) as DocumentModule;
  await bundle.prepareDocument();
  return (options) =>
    bundle.createDocument({
      ...options,
      style: withoutMap(style),
      script,
      hashOf,
      language: language(),
    });
}

/** Development builds reference a source map, which a browser would try to load. */
function withoutMap(style: string): string {
  return style.replace(/\/\*# sourceMappingURL=[^*]*\*\/\s*$/, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
