import { assertNever } from '../assertNever.ts';
import type { DiffLine } from '../diff.ts';
import type { CompactionRow, DiffRow, LongText, Row, ShellRow, ToolRow } from '../replay/row.ts';
import { closeFence, codeSpan, fencedBlock, plainText, quotation } from '../text/markdown.ts';
import type { ChatImportMarkdown, ChatImportPart, ChatImportToolCall } from './importData.ts';
import { redText, terminalText } from './terminalText.ts';

/** The chat view draws every card at once, open or not; the replay has the whole. */
const cardChars = 8_000;
const diffLines = 120;
const summaryChars = 600;

const inTheReplay = 'the replay has the whole';

/**
 * A row as the chat view draws it natively, or undefined for a row that it has another place for:
 * the user's message is the request, not a part of the answer.
 *
 * @param cwd the session's folder; paths below it are shown without it.
 */
export function importPart(row: Row, cwd: string | undefined): ChatImportPart | undefined {
  switch (row.kind) {
    case 'user':
      return undefined;
    case 'assistant':
      return paragraph(closeFence(row.text.text) + cutNote(row.text));
    case 'thinking':
      return { kind: 'thinking', id: row.id, value: closeFence(row.text.text) };
    case 'tool':
      return toolCard(row, cwd);
    case 'shell':
      return shellCard(row);
    case 'diff':
      return diffBlock(row, cwd);
    case 'compaction':
      return compactionRule(row);
    case 'interruption':
      return { kind: 'warning', content: { value: 'Interrupted by the user.' } };
    case 'error':
      return {
        kind: 'warning',
        content: { value: plainText(row.message.text.slice(0, cardChars)) },
      };
    case 'notice':
      return note(plainText(row.text.text));
    case 'branch':
      return undefined;
    case 'branchSummary':
      return paragraph(
        `*Came back from another branch:*\n\n${quotation(row.summary.text.slice(0, summaryChars))}`,
      );
    case 'fork':
      return note('The session begins as a copy of a part of another.');
    case 'extensionState':
      return note(`State of the extension ${codeSpan(row.extension.slice(0, 100))} was stored.`);
    case 'unknown':
      return note(`An event that is not known here: ${codeSpan(row.type.slice(0, 100))}`);
    case 'problem':
      return note(`Line ${row.problem.source.line}: ${plainText(row.problem.message)}`);
    default:
      return assertNever(row);
  }
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

function toolCard(row: ToolRow, cwd: string | undefined): ChatImportToolCall {
  const title = row.title === '' ? '' : ` ${codeSpan(withinFolder(row.title, cwd))}`;
  const state = row.state === 'unfinished' ? ' (no result in the log)' : '';
  const message = { value: `**${plainText(row.name)}**${title}${state}` };
  const output = [row.error, row.output === undefined ? undefined : cut(row.output)]
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n');
  return {
    ...call(row.id, row.name),
    invocationMessage: message,
    pastTenseMessage: message,
    resultDetails: {
      input: cut(row.input),
      output:
        output === ''
          ? []
          : [{ type: 'embed', isText: true, mimeType: 'text/plain', value: output }],
      isError: row.state === 'failed',
    },
  };
}

/**
 * `pastTenseMessage` is left out: the card would say the command a third time between the command and
 * its output.
 */
function shellCard(row: ShellRow): ChatImportToolCall {
  const output =
    row.output === undefined ? '' : terminalText(cut(row.output)).replace(/(?:\r\n)+$/, '');
  const failure =
    row.error === undefined || row.error === '' ? '' : redText(terminalText(row.error));
  const text = [output, failure].filter((part) => part !== '').join('\r\n');
  const exitCode = row.exitCode ?? knownExitCode(row);
  const command = row.summary === '' ? codeSpan(row.command.slice(0, 200)) : plainText(row.summary);
  const state = row.state === 'unfinished' ? ' (not finished)' : '';
  return {
    ...call(row.id, 'shell'),
    invocationMessage: { value: `${row.summary === '' ? 'Ran ' : ''}${command}${state}` },
    toolSpecificData: {
      kind: 'terminal',
      language: 'sh',
      commandLine: { original: row.command },
      ...(text === ''
        ? {}
        : { terminalCommandOutput: { text, lineCount: text.split('\n').length } }),
      terminalCommandState: {
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(row.durationNs === undefined ? {} : { duration: row.durationNs / 1e6 }),
      },
    },
  };
}

/** The card knows success and failure by the exit code alone; a log may know only which it was. */
function knownExitCode(row: ShellRow): number | undefined {
  switch (row.state) {
    case 'done':
      return 0;
    case 'failed':
      return 1;
    case 'unfinished':
      return undefined;
  }
}

function call(id: string, tool: string) {
  return {
    kind: 'toolInvocationSerialized',
    toolCallId: id,
    toolId: tool,
    isConfirmed: { type: 1 },
    isComplete: true,
    source: { type: 'internal', label: 'Built-In' },
  } as const;
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
  const summary = row.summary.text.slice(0, summaryChars);
  const cutShort = row.summary.length > summary.length;
  const quoted =
    summary.trim() === ''
      ? ''
      : `\n\n${quotation(`${summary.trim()}${cutShort ? `…\n\n*${inTheReplay}*` : ''}`)}`;
  return paragraph(
    `---\n\n**Context compacted.** The model no longer gets what stands above, but this summary:${quoted}\n\n---`,
  );
}

/** A path below the session's folder without the folder. */
function withinFolder(text: string, cwd: string | undefined): string {
  const separator = text.charAt(cwd?.length ?? 0);
  return cwd !== undefined && text.startsWith(cwd) && (separator === '/' || separator === '\\')
    ? text.slice(cwd.length + 1)
    : text;
}

function cut(text: LongText): string {
  const shown = text.text.slice(0, cardChars);
  const missing = text.length - shown.length;
  return missing > 0 ? `${shown}\n… ${missing} more characters; ${inTheReplay}` : shown;
}
