import type { ConversationMessage, ImageData, MessagePart } from '../events/message.ts';
import { imageRef } from '../rows/imageRefs.ts';

/**
 * Types accepted by the models of all providers with image input (Anthropic, OpenAI and Gemini
 * alike).
 */
const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** Bytes. Anthropic refuses larger ones; the others accept more. */
const largestImage = 5_000_000;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Keeps images that providers accept: from the user or a tool, of an accepted type and size, for a
 * model with image input. Any other becomes a sentence in brackets.
 *
 * @param sees whether the model accepts images.
 */
export function sendableImages(
  messages: readonly ConversationMessage[],
  sees: boolean,
): readonly ConversationMessage[] {
  return messages.map((message) => {
    const reasonOf = (image: ImageData) =>
      !sees
        ? 'this model takes none'
        : message.role === 'assistant'
          ? 'part of an answer, which no model takes back'
          : refusal(image);
    if (!message.parts.some(hasImage)) {
      return message;
    }
    return { ...message, parts: message.parts.map((part) => partWithoutRefused(part, reasonOf)) };
  });
}

function hasImage(part: MessagePart): boolean {
  return part.type === 'image' || (part.type === 'toolResult' && part.images !== undefined);
}

function partWithoutRefused(
  part: MessagePart,
  reasonOf: (image: ImageData) => string | undefined,
): MessagePart {
  if (part.type === 'image') {
    const reason = reasonOf(part);
    return reason === undefined ? part : { type: 'text', text: inBrackets(part, reason) };
  }
  if (part.type !== 'toolResult' || part.images === undefined) {
    return part;
  }
  const { images, ...result } = part;
  const sent: ImageData[] = [];
  const lines = [part.text];
  for (const image of images) {
    const reason = reasonOf(image);
    if (reason === undefined) {
      sent.push(image);
    } else {
      lines.push(inBrackets(image, reason));
    }
  }
  const text = lines.filter((line) => line !== '').join('\n');
  return { ...result, text, ...(sent.length === 0 ? {} : { images: sent }) };
}

/** Why no model accepts this image; undefined if they do. */
function refusal(image: ImageData): string | undefined {
  if (!imageTypes.has(image.mimeType)) {
    return 'of a kind that models do not take';
  }
  if (imageRef(image).size > largestImage) {
    return 'larger than models take';
  }
  return base64.test(image.data) ? undefined : 'damaged in the log';
}

function inBrackets(image: ImageData, reason: string): string {
  const { mimeType, size } = imageRef(image);
  if (mimeType === 'application/pdf') {
    return `[A document was here (PDF, ${Math.ceil(size / 1_000)} KB): ${reason}.]`;
  }
  const kind = /^image\/[A-Za-z0-9.+-]{1,40}$/.exec(mimeType)?.[0] ?? 'unknown kind';
  return `[An image was here (${kind}, ${Math.ceil(size / 1_000)} KB): ${reason}.]`;
}
