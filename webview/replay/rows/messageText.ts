import type { ImageRef } from '#core/rows/row.ts';
import { t } from '#base/l10n.ts';
import type { ShownMessage } from '#core/rows/shownMessage.ts';

/** A message as plain text, for the clipboard. */
export function messageText({ parts }: ShownMessage): string {
  return parts
    .map((part) => {
      switch (part.type) {
        case 'text':
          return part.text;
        case 'toolCall':
          return `${part.name} ${JSON.stringify(part.input, null, 2)}`;
        case 'toolResult':
          return [part.text, ...(part.images ?? []).map(imageWords)].join('\n');
        case 'image':
          return imageWords(part);
      }
    })
    .join('\n\n');
}

function imageWords({ mimeType }: ImageRef): string {
  return t('[image, {0}]', mimeType);
}
