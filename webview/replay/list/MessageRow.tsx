import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { sentence } from '../../kit/text/sentence.ts';
import type { ShownMessage, ShownPart } from '#core/rows/shownMessage.ts';
import { longText } from '#core/text/longText.ts';
import { CodeText } from '../../kit/code/HighlightedCode.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { Foreign, Prose } from '../../kit/widgets/Visible.tsx';
import type { ImageOwner } from '../../kit/surface/surface.ts';
import { Images } from '../../kit/surface/pieces.ts';
import { formatAmount } from '#base/format.ts';
import { firstLines, showLabel } from '../rows/LongText.tsx';
import { usePage } from '../model/pageContext.ts';
import { useOpenPart } from './openParts.ts';
import '../rows/messages.css';
import '../rows/work.css';
import '../rows/row.css';
import type { ImageRef } from '#core/rows/row.ts';

/** Lines shown of a folded part: readers skim messages rather than read them in full. */
const foldedLines = 30;

/** One message that the model gets, as Markdown or with its text unchanged. */
export function MessageRow({ message, index }: { message: ShownMessage; index: number }): VNode {
  return (
    <div class="row row-message">
      <div class={message.role === 'user' ? 'message message-user' : 'message'}>
        <div class="message-author">
          {message.role === 'user' ? t('User') : t('Assistant')}
          <span class="row-time" title={estimateWords()}>
            {plural(message.tokens, 'about 1 token', 'about {0} tokens')}
          </span>
        </div>
        {message.parts.map((part, at) => (
          <Part
            key={at}
            part={part}
            id={`${messageName(index)}/${at}`}
            owner={{ message: index }}
            firstImage={imagesBefore(message.parts, at)}
          />
        ))}
      </div>
      <div class="row-toolbar">
        <CopyButton
          name={messageName(index)}
          label={t('Copy Message')}
          text={() => messageText(message)}
        />
      </div>
    </div>
  );
}

/** How tokens of messages are counted. */
export function estimateWords(): string {
  return t('Estimated as characters ÷ 4, and 1,200 tokens for each image');
}

/** Identifies a message on the page, as an ID does a row. */
export function messageName(index: number): string {
  return `message.${index}`;
}

/** Images are numbered across all parts of a message. */
function imagesBefore(parts: readonly ShownPart[], end: number): number {
  const imagesOf = (part: ShownPart) =>
    part.type === 'image' ? 1 : part.type === 'toolResult' ? (part.images?.length ?? 0) : 0;
  return parts.slice(0, end).reduce((sum, part) => sum + imagesOf(part), 0);
}

interface PartProps {
  readonly part: ShownPart;
  readonly id: string;
  readonly owner: ImageOwner;
  /** Index of the part's first image within the message. */
  readonly firstImage: number;
}

function Part({ part, id, owner, firstImage }: PartProps): VNode {
  switch (part.type) {
    case 'text':
      return <FoldedText id={id} text={part.text} />;
    case 'toolCall':
      return (
        <section class="message-part">
          <div class="message-part-head">
            <Icon name="tools" />
            {sentence('Tool call {0}', <Foreign text={part.name} className="work-name" />)}
          </div>
          <FoldedText id={id} text={JSON.stringify(part.input, null, 2)} language="json" />
        </section>
      );
    case 'toolResult':
      return (
        <section class="message-part">
          <div class="message-part-head">
            <Icon name={part.isError ? 'error' : 'check'} />
            {part.isError ? t('Tool result (failed)') : t('Tool result')}
          </div>
          {part.text !== '' && <FoldedText id={id} text={part.text} language="" />}
          {part.images !== undefined && (
            <Images
              owner={owner}
              images={part.images}
              from={firstImage}
              name={t('Image in this tool result')}
            />
          )}
        </section>
      );
    case 'image':
      return (
        <section class="message-part">
          <Images
            owner={owner}
            images={[part]}
            from={firstImage}
            name={t('Image in this message')}
          />
        </section>
      );
  }
}

interface FoldedTextProps {
  readonly id: string;
  readonly text: string;
  /** The code's language; without it, the text is prose. */
  readonly language?: string;
}

/** Limits for drawing one part; the exported conversation has the rest. */
const drawnLimits = { chars: 200_000, lines: Infinity };

function FoldedText({ id, text, language }: FoldedTextProps): VNode {
  const { raw } = usePage().view;
  const { open, toggle } = useOpenPart(id, false);
  const first = firstLines(text, foldedLines);
  const shown = open ? longText(text, drawnLimits).text : first;
  const missing = text.length - shown.length;
  return (
    <div class="long-text">
      {language === undefined && !raw.value ? (
        <Markdown text={shown} breaks />
      ) : language === undefined ? (
        <div class="message-plain" dir="auto">
          <Prose text={shown} />
        </div>
      ) : (
        <CodeText text={shown} language={language} />
      )}
      {first.length < text.length && (
        <div class="long-text-actions">
          <TextButton onClick={toggle}>
            {open ? t('Show less') : showLabel(longText(text, drawnLimits))}
          </TextButton>
          {open && missing > 0 && (
            <span class="quiet">
              {t(
                '{0} characters not shown. Export the conversation to read them.',
                formatAmount(missing),
              )}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

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
