import { compactionExplanation } from './compactionWords.ts';
import { assertNever } from '#base/assertNever.ts';
import type { DiffLine } from '../diff.ts';
import { ansiLines } from '../text/ansi.ts';
import { foreignMarkdown } from '../text/foreignMarkdown.ts';
import { codeSpan, fencedBlock, plainText, quotation } from '../text/markdown.ts';
import { oneLine } from '../text/oneLine.ts';
import type {
  BranchRow,
  CompactionRow,
  DiffRow,
  ForkRow,
  ImageRef,
  LongText,
  Row,
  ShellRow,
  ToolRow,
} from './row.ts';
import { exportLimits, type TranscriptFacts, type TranscriptWriter } from './transcriptWriter.ts';

/**
 * A transcript to read: a heading for whoever speaks and for each thing that was done, messages as
 * the Markdown they are, everything else in fences that nothing inside can close. No HTML, whatever
 * the log says.
 */
export function transcriptMarkdown(facts: TranscriptFacts): TranscriptWriter {
  let speaker: 'user' | 'assistant' | undefined;
  return {
    begin: () => written(head(facts)),
    row: (row) => {
      const blocks: string[] = [];
      const speaks = speakers[row.kind];
      if (speaks === 'user' || (speaks === 'assistant' && speaker !== 'assistant')) {
        const name = speaks === 'user' ? 'You' : plainText(facts.agentLabel);
        blocks.push(`## ${name}${row.time === undefined ? '' : `, ${readableTime(row.time)}`}`);
      }
      speaker = speaks ?? speaker;
      if (row.label !== undefined) {
        blocks.push(`*Label: ${plainText(oneLine(row.label, 200))}*`);
      }
      return written([...blocks, ...blocksOf(row)]);
    },
    end: () => '',
  };
}

/** Who speaks in a row; undefined where nobody does, as in a notice. */
const speakers: Readonly<Partial<Record<Row['kind'], 'user' | 'assistant'>>> = {
  user: 'user',
  assistant: 'assistant',
  thinking: 'assistant',
  tool: 'assistant',
  shell: 'assistant',
  diff: 'assistant',
};

function written(blocks: readonly string[]): string {
  return blocks.map((block) => `${block}\n\n`).join('');
}

function head(facts: TranscriptFacts): string[] {
  const { title, agentLabel, sessionId, cwd, createdAt, updatedAt, kinds, usage, parent } = facts;
  const counts = [
    counted(kinds.user ?? 0, 'prompt'),
    counted(kinds.assistant ?? 0, 'answer'),
    counted((kinds.tool ?? 0) + (kinds.shell ?? 0), 'tool call'),
    ...(kinds.compaction === undefined ? [] : [counted(kinds.compaction, 'compaction')]),
  ];
  const lines = [
    `- Agent: ${plainText(agentLabel)}`,
    `- Session: ${codeSpan(sessionId)}`,
    ...(cwd === undefined ? [] : [`- Folder: ${codeSpan(cwd)}`]),
    ...(createdAt === undefined ? [] : [`- Created: ${readableTime(createdAt)}`]),
    `- Updated: ${readableTime(updatedAt)}`,
    ...(parent === undefined
      ? []
      : [`- Forked from: ${codeSpan(parent.path ?? parent.id ?? 'another session')}`]),
    `- ${counts.join(', ')}`,
    ...(usage === undefined ? [] : [`- Tokens: ${usage.input} in, ${usage.output} out`]),
    ...(facts.branch === undefined ? [] : ['- One branch of the session; the log has others.']),
    `- Texts of more than ${exportLimits.chars} characters or ${exportLimits.lines} lines are cut.`,
  ];
  return [`# ${plainText(oneLine(title, 120))}`, lines.join('\n')];
}

function blocksOf(row: Row): readonly string[] {
  switch (row.kind) {
    case 'user':
      return [...told(row.text, quotation), ...images(row.images)];
    case 'assistant':
      return told(row.text);
    case 'thinking':
      return ['### Thinking', ...told(row.text, quotation)];
    case 'tool':
      return toolBlocks(row);
    case 'shell':
      return shellBlocks(row);
    case 'diff':
      return diffBlocks(row);
    case 'compaction':
      return compactionBlocks(row);
    case 'branch':
      return branchBlocks(row);
    case 'branchSummary':
      return ['### Came back from another branch', ...told(row.summary, quotation)];
    case 'fork':
      return forkBlocks(row);
    case 'extensionState':
      return [`### Extension state ${codeSpan(row.extension)}`, ...fenced(row.state, 'json')];
    case 'interruption':
      return ['**Interrupted**'];
    case 'error':
      return ['**Error**', ...fenced(row.message)];
    case 'notice':
      return [`*${plainText(oneLine(row.text.text, 2_000))}*`];
    case 'unknown':
      return [`### Unknown record ${codeSpan(row.type)}`, ...fenced(row.raw, 'json')];
    case 'problem': {
      const { message, excerpt, source } = row.problem;
      return [
        `**Problem in line ${source.line} of the log:** ${plainText(oneLine(message, 400))}`,
        ...(excerpt === '' ? [] : [fencedBlock(excerpt)]),
      ];
    }
    default:
      return assertNever(row);
  }
}

function toolBlocks(row: ToolRow): string[] {
  const state = { done: '', failed: ', failed', unfinished: ', without a result' }[row.state];
  return [
    `### Tool call ${codeSpan(row.name)}${state}`,
    ...(row.input.length === 0 ? [] : fenced(row.input, languageOf(row.input))),
    ...(row.error === undefined || row.error === '' ? [] : ['Error:', fencedBlock(row.error)]),
    ...(row.output === undefined || row.output.text === row.error
      ? []
      : ['Output:', ...fenced(row.output, languageOf(row.output))]),
    ...images(row.images),
  ];
}

function shellBlocks(row: ShellRow): string[] {
  const { state, exitCode, output, error } = row;
  const ending =
    state === 'done'
      ? ''
      : state === 'unfinished'
        ? ', without a result'
        : exitCode === undefined
          ? ', failed'
          : `, exit ${exitCode}`;
  return [
    `### Shell command${ending}`,
    ...(row.summary === '' ? [] : [plainText(oneLine(row.summary, 400))]),
    fencedBlock(row.command, 'sh'),
    ...(output === undefined
      ? []
      : ['Output:', fencedBlock(withoutColours(output.text)), ...cut(output)]),
    ...(error === undefined || error === '' || error === output?.text
      ? []
      : ['Error:', fencedBlock(error)]),
  ];
}

const signs: Readonly<Record<DiffLine['kind'], string>> = {
  context: ' ',
  added: '+',
  removed: '-',
  hunk: '',
};

function diffBlocks({ path, added, removed, lines, total, source }: DiffRow): string[] {
  const text = lines.map((line) => `${signs[line.kind]}${line.text}`).join('\n');
  return [
    `### Changes to ${path === undefined ? 'a file' : codeSpan(path)} (+${added} −${removed})`,
    ...(lines.length === 0 ? [] : [fencedBlock(text, 'diff')]),
    ...(total > lines.length
      ? [`*${counted(total - lines.length, 'more line')} in line ${source.line} of the log*`]
      : []),
  ];
}

function compactionBlocks(row: CompactionRow): string[] {
  const how = { manual: ' by request', automatic: ' automatically', unknown: '' }[row.trigger];
  const { tokensBefore: before, tokensAfter: after } = row;
  const tokens =
    before === undefined
      ? ''
      : ` (${counted(before, 'token')}${after === undefined ? '' : `, then ${after}`})`;
  return [
    '---',
    `## Context compacted${how}${tokens}`,
    compactionExplanation(row),
    ...told(row.summary, quotation),
  ];
}

function branchBlocks({ branches, unlisted = 0 }: BranchRow): string[] {
  return [
    `### ${counted(branches.length + unlisted, 'branch', 'branches')} from here`,
    branches
      .map(
        ({ shown, preview, entries }) =>
          `- ${preview === '' ? 'No message' : plainText(oneLine(preview, 200))}` +
          ` (${counted(entries, 'entry', 'entries')}${shown ? ', the one that follows' : ''})`,
      )
      .join('\n'),
    ...(unlisted === 0
      ? []
      : [`${counted(unlisted, 'older branch', 'older branches')} not listed`]),
  ];
}

function forkBlocks({ parent, summary }: ForkRow): string[] {
  return [
    `*Forked from* ${codeSpan(parent.path ?? parent.id ?? 'another session')}`,
    ...told(summary, quotation),
  ];
}

function told(text: LongText, within = (markdown: string) => markdown): string[] {
  const shown = foreignMarkdown(text.text);
  return [...(shown === '' ? [] : [within(shown)]), ...cut(text)];
}

function fenced(text: LongText, language = ''): string[] {
  return [fencedBlock(text.text, language), ...cut(text)];
}

function cut({ text, length }: LongText): string[] {
  const missing = length - text.length;
  return missing > 0 ? [`*${counted(missing, 'more character')} in the log*`] : [];
}

function images(refs: readonly ImageRef[] = []): string[] {
  return refs.map(
    ({ mimeType, size }) => `*Image (${plainText(oneLine(mimeType, 60))}, ${size} bytes)*`,
  );
}

function languageOf({ text }: LongText): string {
  return /^\s*[[{]/.test(text) ? 'json' : '';
}

function withoutColours(output: string): string {
  return ansiLines(output)
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Dates of logs are foreign: one that no calendar has is shown as its number. */
function readableTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? String(at)
    : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
