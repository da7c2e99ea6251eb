import { assertNever } from '#base/assertNever.ts';
import type { DiffLine } from '../diff.ts';
import type { BranchRow, CompactionRow, DiffRow, ForkRow, LongText, Row } from '../replay/row.ts';
import { foreignChatMarkdown } from '../text/foreignMarkdown.ts';
import { codeSpan, commandLink, fencedBlock, plainText, quotation } from '../text/markdown.ts';
import { cardChars, inTheReplay, shellCard, toolCard, withinFolder } from './importCards.ts';
import type { ChatImportMarkdown, ChatImportPart } from './importData.ts';

const diffLines = 120;
const summaryChars = 600;

export interface PartContext {
  /** The session's folder; paths below it are shown without it. */
  readonly cwd: string | undefined;
  /** What links of ours in an entry run; nothing of the log is in them but the session's own name. */
  readonly openReplay: LinkedCommand;
  readonly openParent: LinkedCommand;
}

export interface LinkedCommand {
  readonly command: string;
  readonly argument: unknown;
}

/**
 * A row as the chat view draws it natively; nothing for what it has another place for: the user's
 * message is the request, not a part of the answer.
 */
export function importParts(row: Row, context: PartContext): readonly ChatImportPart[] {
  switch (row.kind) {
    case 'user':
      return imagesNote(row.images, 'The message', context);
    case 'assistant':
      return [paragraph(foreignChatMarkdown(row.text.text) + cutNote(row.text))];
    case 'thinking':
      return [{ kind: 'thinking', id: row.id, value: foreignChatMarkdown(row.text.text) }];
    case 'tool':
      return [toolCard(row, context.cwd), ...imagesNote(row.images, 'The result', context)];
    case 'shell':
      return [shellCard(row)];
    case 'diff':
      return [diffBlock(row, context.cwd)];
    case 'compaction':
      return [compactionRule(row)];
    case 'branch':
      return [branchNote(row, context)];
    case 'branchSummary':
      return [paragraph(`*Came back from another branch:*${quotedSummary(row.summary)}`)];
    case 'fork':
      return forkNote(row, context);
    case 'interruption':
      return [{ kind: 'warning', content: { value: 'Interrupted by the user.' } }];
    case 'error':
      return [
        {
          kind: 'warning',
          content: { value: plainText(row.message.text.slice(0, cardChars)) },
        },
      ];
    case 'notice':
      return [note(plainText(row.text.text))];
    case 'extensionState':
      return [note(`State of the extension ${codeSpan(row.extension.slice(0, 100))} was stored.`)];
    case 'unknown':
      return [note(`An event that is not known here: ${codeSpan(row.type.slice(0, 100))}`)];
    case 'problem':
      return [note(`Line ${row.problem.source.line}: ${plainText(row.problem.message)}`)];
    default:
      return assertNever(row);
  }
}

/** A sentence of ours with a link of ours; VS Code merges no trusted text with others. */
export function linkedNote(
  sentence: string,
  label: string,
  { command, argument }: LinkedCommand,
): ChatImportMarkdown {
  return {
    value: `*${sentence}* [${label}](${commandLink(command, argument)})\n\n`,
    isTrusted: { enabledCommands: [command] },
  };
}

/** The chat view takes no images over. */
function imagesNote(
  images: readonly unknown[] | undefined,
  what: string,
  { openReplay }: PartContext,
): readonly ChatImportPart[] {
  const count = images?.length ?? 0;
  if (count === 0) {
    return [];
  }
  const sentence =
    count === 1
      ? `${what} has an image, which is not drawn here.`
      : `${what} has ${count} images, which are not drawn here.`;
  return [linkedNote(sentence, 'Open the replay', openReplay)];
}

function branchNote(
  { branches, unlisted = 0 }: BranchRow,
  { openReplay }: PartContext,
): ChatImportPart {
  const others = branches.filter(({ shown }) => !shown).length + unlisted;
  const sentence =
    others === 1
      ? 'Another branch leaves here; it is in the replay.'
      : `${others} other branches leave here; they are in the replay.`;
  return linkedNote(sentence, 'Open the replay', openReplay);
}

function forkNote({ summary }: ForkRow, { openParent }: PartContext): readonly ChatImportPart[] {
  const origin = linkedNote(
    'This session begins as a copy of a part of another.',
    'Open the parent session',
    openParent,
  );
  const quoted = quotedSummary(summary);
  return quoted === '' ? [origin] : [origin, paragraph(`*What was left behind there:*${quoted}`)];
}

/** The beginning of a summary as a quotation below what introduces it; may be empty. */
function quotedSummary(text: LongText): string {
  const summary = text.text.slice(0, summaryChars);
  if (summary.trim() === '') {
    return '';
  }
  const more = text.length > summary.length ? `…\n\n*${inTheReplay}*` : '';
  return `\n\n${quotation(foreignChatMarkdown(summary.trim()) + more)}`;
}

/** Adjacent Markdown parts are drawn as one text, so each ends its paragraph. */
function paragraph(markdown: string): ChatImportMarkdown {
  return { value: `${markdown}\n\n` };
}

function note(markdown: string): ChatImportMarkdown {
  return paragraph(`*${markdown}*`);
}

function cutNote(text: LongText): string {
  const missing = text.length - text.text.length;
  return missing > 0 ? `\n\n*${missing} more characters; ${inTheReplay}.*` : '';
}

function diffBlock(row: DiffRow, cwd: string | undefined): ChatImportMarkdown {
  const lines = row.lines.slice(0, diffLines);
  const path = row.path === undefined ? '' : `${codeSpan(withinFolder(row.path, cwd))}\n\n`;
  const missing = row.total - lines.length;
  const more = missing > 0 ? `\n\n*${missing} more lines; ${inTheReplay}.*` : '';
  return paragraph(path + fencedBlock(lines.map(diffText).join('\n'), 'diff') + more);
}

function diffText(line: DiffLine): string {
  switch (line.kind) {
    case 'added':
      return `+${line.text}`;
    case 'removed':
      return `-${line.text}`;
    case 'context':
      return ` ${line.text}`;
    case 'hunk':
      return line.text;
  }
}

function compactionRule(row: CompactionRow): ChatImportMarkdown {
  const { tokensBefore, tokensAfter } = row;
  const figures = [tokensBefore, tokensAfter]
    .filter((tokens) => tokens !== undefined)
    .map((tokens) => tokens.toLocaleString('en'));
  const tokens = figures.length === 0 ? '' : ` (${figures.join(' → ')} tokens)`;
  return paragraph(
    `---\n\n**Context compacted${tokens}.** The model no longer gets what stands above, but this summary:${quotedSummary(row.summary)}\n\n---`,
  );
}
