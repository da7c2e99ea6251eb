import { Pacer } from '#base/pacer.ts';
import { rowToMarkdown } from '#core/rows/toMarkdown.ts';
import type { OutlinePrompt } from '#protocol/pages/outline.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { AnswerText, cut } from './answerText.ts';
import { head, rest, type ReadOrder } from './readOrder.ts';
import type { ToolContext } from './toolContext.ts';
import { quoted, utc } from './words.ts';

const mostFiles = 30;
const answerBytes = 3_000;

/**
 * A session by its prompts and what each led to; from the first prompt on also what it changed and
 * how it ended.
 */
export async function summaryOf(context: ToolContext, order: ReadOrder): Promise<string> {
  const { maxBytes, linkTo, signal } = context;
  const { session, reader, start, count } = order;
  const parts = reader.indexed.outline.parts().filter(({ kind }) => kind === 'prompt');
  const answer = new AnswerText(maxBytes, head(context, session), facts(reader));
  if (start === 0) {
    const changed = await reader.changedFiles({}, new Pacer(signal));
    if (changed.total > 0) {
      const files = changed.files
        .slice(0, mostFiles)
        .map(({ path, added, removed }) => `- ${quoted(path)} +${added} −${removed}`);
      const left = changed.total - files.length;
      const more = left > 0 ? [`- and ${left} more`] : [];
      answer.add({ line: [`Changed files: ${changed.total}`, '', ...files, ...more].join('\n') });
    }
    const last = lastAnswer(reader);
    if (last !== undefined) {
      const { row, text } = last;
      answer.add({
        line: `Last answer, row ${row.number} · ${linkTo(session, row.id)}`,
        record: cut(text, Math.min(answerBytes, Math.ceil(answer.room / 3))),
      });
    }
  }
  let at = start;
  for (const entry of reader.outlineEntries(parts.slice(start, start + count))) {
    if (entry.kind !== 'prompt') {
      continue;
    }
    const time = entry.time === undefined ? '' : ` · ${utc(entry.time)}`;
    const line = `Prompt ${at + 1}: ${quoted(entry.text)} · row ${entry.index + 1}${time}${led(entry)} · ${linkTo(session, entry.rowId)}`;
    if (!answer.add({ line })) {
      break;
    }
    at += 1;
  }
  return answer.end(rest('prompt', { start, at, total: parts.length }));
}

function facts(reader: SessionReader): string {
  const { rows, messages, kinds, cwd, createdAt, problems, usage, branch } = reader.state();
  const { user = 0, tool = 0, shell = 0, compaction = 0 } = kinds;
  return [
    `${rows} rows, ${user} prompts, ${tool + shell} tool calls, ${compaction} compactions; ${messages} messages for the model.`,
    ...(cwd === undefined ? [] : [`Folder: ${quoted(cwd, 400)}.`]),
    ...(createdAt === undefined ? [] : [`Created: ${utc(createdAt)}.`]),
    ...(usage === undefined ? [] : [`Tokens: ${usage.input} input, ${usage.output} output.`]),
    ...(branch === undefined ? [] : ['The log has other branches, which are not read.']),
    ...(problems.lost === 0 ? [] : [`${problems.lost} lines of the log could not be read.`]),
  ].join(' ');
}

function led({ files, calls, failures }: OutlinePrompt): string {
  return calls === 0
    ? ''
    : ` · led to ${calls} tool calls, ${failures} failed, ${files} files changed`;
}

function lastAnswer(reader: SessionReader) {
  const { visible } = reader.indexed.index;
  let place = visible.length - 1;
  while (place >= 0 && visible.kind(place) !== 'assistant') {
    place -= 1;
  }
  const limits = { chars: answerBytes, lines: answerBytes };
  const [row] = place < 0 ? [] : reader.rows('all', place, 1, limits).rows;
  return row && { row: { id: row.id, number: place + 1 }, text: rowToMarkdown(row) };
}
