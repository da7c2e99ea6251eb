import { defined } from '#base/defined.ts';
import { plural, t } from '#base/l10n.ts';
import { toolName } from '../index/toolKind.ts';
import type { LongText, RowOf } from '../rows/row.ts';
import { codeSpan, plainText } from '../text/markdown.ts';
import { trimEnd } from '../text/trimEnd.ts';
import type { ChatImportToolCall } from './importData.ts';
import { beginningOf } from '../text/wellFormed.ts';
import { ansiLines } from '../text/ansi.ts';
import type { AnsiColor, AnsiStyle } from '../text/ansiStyle.ts';

const escape = '\u001b[';

/**
 * Shell output for the chat view's terminal card: colors and weights are rewritten, all other
 * control sequences are removed (the card would turn OSC 8 sequences into links and move its
 * cursor), and lines end with CR LF.
 */
export function terminalText(output: string): string {
  return ansiLines(output)
    .map((line) => line.map(({ text, style }) => styled(text, style)).join(''))
    .join('\r\n');
}

function redText(text: string): string {
  return styled(text, { foreground: 1 });
}

function styled(text: string, style: AnsiStyle): string {
  const codes = [
    ...(style.bold ? ['1'] : []),
    ...(style.dim ? ['2'] : []),
    ...(style.italic ? ['3'] : []),
    ...(style.underline ? ['4'] : []),
    ...(style.inverse ? ['7'] : []),
    ...(style.strike ? ['9'] : []),
    ...(style.foreground === undefined ? [] : [color(38, style.foreground)]),
    ...(style.background === undefined ? [] : [color(48, style.background)]),
  ];
  return codes.length === 0 ? text : `${escape}${codes.join(';')}m${text}${escape}0m`;
}

/** @param selector 38 for the foreground, 48 for the background (ECMA-48 8.3.117). */
function color(selector: 38 | 48, value: AnsiColor): string {
  if (typeof value === 'number') {
    return `${selector};5;${value}`;
  }
  const channel = (at: number) => Number.parseInt(value.slice(at, at + 2), 16);
  return `${selector};2;${channel(1)};${channel(3)};${channel(5)}`;
}

/** The chat view draws every card at once, open or not; the replay has the full text. */
export const cardChars = 8_000;

export function toolCard(row: RowOf<'tool'>, cwd: string | undefined): ChatImportToolCall {
  const title = row.title === '' ? '' : ` ${codeSpan(withinFolder(row.title, cwd))}`;
  const state = stateNote(row, t('no result'));
  const message = { value: `**${plainText(toolName(row.name))}**${title}${state}` };
  const shown = row.isOutputRaw === true ? undefined : row.output;
  const output = [cutText(row.error ?? ''), shown === undefined ? '' : cut(shown)]
    .filter((text) => text !== '')
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
 * Leaves out `pastTenseMessage`: the card would repeat the command a third time between the command
 * and its output.
 */
export function shellCard(row: RowOf<'shell'>): ChatImportToolCall {
  const output =
    row.output === undefined || row.isOutputRaw === true
      ? ''
      : trimEnd(terminalText(cut(row.output)), '\r\n');
  const failure =
    row.error === undefined || row.error === '' ? '' : redText(terminalText(cutText(row.error)));
  const text = [output, failure].filter((part) => part !== '').join('\r\n');
  const command =
    row.summary === '' ? codeSpan(beginningOf(row.command, 200)) : plainText(row.summary);
  const state = stateNote(row, t('not finished'));
  return {
    ...call(row.id, 'shell'),
    invocationMessage: { value: `${row.summary === '' ? t('Ran {0}', command) : command}${state}` },
    toolSpecificData: {
      kind: 'terminal',
      language: 'sh',
      commandLine: { original: row.command },
      ...(text === ''
        ? {}
        : { terminalCommandOutput: { text, lineCount: text.split('\n').length } }),
      terminalCommandState: defined({
        exitCode: row.exitCode ?? knownExitCodes[row.state],
        duration: row.durationNs && row.durationNs / 1e6,
      }),
    },
  };
}

/**
 * The card takes success and failure only from the exit code; a log may know no more than which it
 * was.
 */
const knownExitCodes = { done: 0, failed: 1, unfinished: undefined, declined: undefined } as const;

function stateNote({ state }: RowOf<'tool' | 'shell'>, unfinished: string): string {
  return state === 'unfinished'
    ? ` (${unfinished})`
    : state === 'declined'
      ? ` (${t('declined by you')})`
      : '';
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

/** A path below the session's folder, relative to it. */
export function withinFolder(text: string, cwd: string | undefined): string {
  const separator = text.charAt(cwd?.length ?? 0);
  return cwd !== undefined && text.startsWith(cwd) && (separator === '/' || separator === '\\')
    ? text.slice(cwd.length + 1)
    : text;
}

function cut(text: LongText): string {
  return cutText(text.text, text.length);
}

/** @param length of the whole, if `text` is only its beginning. */
function cutText(text: string, length = text.length): string {
  const shown = beginningOf(text, cardChars);
  const missing = length - shown.length;
  return missing > 0 ? `${shown}\n… ${moreInReplay(missing)}` : shown;
}

/** Says where the rest of a text is. @param missing characters, at least 1. */
export function moreInReplay(missing: number): string {
  return plural(missing, '1 more character in the replay', '{0} more characters in the replay');
}
