import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { language } from '#base/l10n.ts';
import type { TranscriptWriter } from '#core/replay/transcriptWriter.ts';
import type { DocumentModule, DocumentOptions } from '#protocol/document.ts';

/** Makes writers of HTML files. */
export type CreateDocument = (
  options: Pick<DocumentOptions, 'facts' | 'prompts'>,
) => TranscriptWriter;

/**
 * Loads the bundle that draws HTML files, which nobody needs who exports none.
 *
 * @param folder where the build put it: `dist/webview`.
 */
export async function loadDocumentBundle(folder: string): Promise<CreateDocument> {
  const [style, script] = await Promise.all([
    readFile(join(folder, 'document.css'), 'utf8'),
    readFile(join(folder, 'documentScript.js'), 'utf8'),
  ]);
  // Our own build's; what it exports is what its entry is declared to be.
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

/** A developer's build says where its map is, which the file would have a browser look for. */
function withoutMap(style: string): string {
  return style.replace(/\/\*# sourceMappingURL=[^*]*\*\/\s*$/, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
