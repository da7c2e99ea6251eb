import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { nameIn, placeOf } from '../toolbox/uri.ts';

/** Kinds of parts within a text; parts of a text itself have none. */
const kindsInText: ReadonlySet<unknown> = new Set([
  'markdownContent',
  'markdownVuln',
  'inlineReference',
  'codeblockUri',
  'undoStop',
]);

/** Whether a part of an answer is written in one line with those around it. */
export function isText(part: unknown): boolean {
  return (
    isJsonObject(part) &&
    (kindsInText.has(part.kind) ||
      ((part.kind ?? undefined) === undefined && ('value' in part || 'content' in part)))
  );
}

/**
 * The text of such parts, Markdown.
 *
 * @param isAfterEdit they follow the change of a file, whose closing fence they begin with.
 */
export function joinedText(parts: readonly JsonObject[], isAfterEdit: boolean): string {
  const pieces: string[] = [];
  let isEdit = isAfterEdit;
  for (const part of parts) {
    if (part.kind === 'inlineReference') {
      pieces.push(referenceText(part));
    } else if (part.kind === 'codeblockUri') {
      // What follows is shown as a change of the file; only its fences are in the text.
      isEdit = part.isEdit === true;
      pieces.push(isEdit ? withoutOpenFence(pieces.pop() ?? '') : '');
    } else if (part.kind !== 'undoStop') {
      const markdown = markdownIn(part.kind === undefined ? part : part.content);
      pieces.push(isEdit ? markdown.replace(/^\n?`{3,}(?:\n|$)/, '') : markdown);
      isEdit = false;
    }
  }
  return pieces.join('');
}

/** Without a last line that begins a code block. */
function withoutOpenFence(text: string): string {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const at = body.lastIndexOf('\n');
  return /^`{3,}[^`]*$/.test(body.slice(at + 1)) ? body.slice(0, Math.max(0, at)) : text;
}

/** A text or a Markdown string; empty for anything else. */
export function markdownIn(value: unknown): string {
  const text = isJsonObject(value) ? value.value : value;
  return typeof text === 'string' ? text : '';
}

/** A line of Markdown as VS Code shows it beside a tool: links without words are their files' names. */
export function plainLine(value: unknown): string {
  return markdownIn(value).replace(
    /\[([^[\]\n]{0,200})\]\(([^[)\s]{1,2000})\)/g,
    (_all, words: string, target: string) =>
      words === '' ? nameIn(placeOf(target)?.path ?? target) : words,
  );
}

function referenceText({ name, inlineReference }: JsonObject): string {
  const symbol = isJsonObject(inlineReference) ? inlineReference.name : undefined;
  const location =
    isJsonObject(inlineReference) && 'location' in inlineReference
      ? inlineReference.location
      : inlineReference;
  const given = [name, symbol].find((each) => typeof each === 'string' && each !== '');
  const place = placeOf(location);
  const file = place && `${nameIn(place.path)}${place.line === undefined ? '' : `:${place.line}`}`;
  const text = typeof given === 'string' ? given : (file ?? '');
  return text === '' ? '' : `\`${text}\``;
}
