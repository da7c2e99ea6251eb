import { append } from '#base/append.ts';
import { isoTime } from '#base/format.ts';
import type { SessionSummary } from '../events/session.ts';
import { oneLine } from '../text/oneLine.ts';
import { foreignMarkdown } from '../text/foreignMarkdown.ts';
import { codeSpan, fencedBlock, plainText } from '../text/markdown.ts';
import type { ConversationMessage, MessagePart } from '../events/message.ts';
import { wellFormedJson } from '../text/wellFormed.ts';

/**
 * A readable conversation: a heading for each role, messages as the Markdown they are, and calls
 * and results in fences that nothing inside can close.
 *
 * @param agentLabel the agent's name as spelled by its makers.
 */
export function conversationToMarkdown(
  conversation: {
    readonly session: SessionSummary;
    readonly messages: readonly ConversationMessage[];
    readonly compactions: number;
  },
  agentLabel: string,
): string {
  const { session, messages, compactions } = conversation;
  const facts = [
    `- Agent: ${plainText(agentLabel)}`,
    `- Session: ${codeSpan(session.id)}`,
    ...(session.cwd === undefined ? [] : [`- Folder: ${codeSpan(session.cwd)}`]),
    // Dates in logs are foreign: one that no calendar has is shown as its number.
    ...(session.createdAt === undefined
      ? []
      : [`- Created: ${isoTime(session.createdAt) ?? session.createdAt}`]),
    `- Updated: ${isoTime(session.updatedAt) ?? session.updatedAt}`,
    `- Messages: ${messages.length}`,
    ...(compactions === 0 ? [] : [`- Compactions applied: ${compactions}`]),
  ];
  const title = plainText(
    oneLine(session.title ?? session.firstUserMessage ?? 'Conversation', 120),
  );
  const sections = messages.length === 0 ? [] : [messagesToMarkdown(messages)];
  return [`# ${title}`, facts.join('\n'), ...sections].join('\n\n') + '\n';
}

/**
 * Messages without the facts above them. Calls and results belong to the surrounding answer, so they
 * start no section of their own.
 */
export function messagesToMarkdown(messages: readonly ConversationMessage[]): string {
  const blocks: string[] = [];
  let heading: string | undefined;
  for (const { role, parts } of messages) {
    for (const part of parts) {
      const isOwn = part.type === 'text' || part.type === 'image';
      const owner = role === 'user' && isOwn ? 'User' : 'Assistant';
      const startsOver = owner === 'User' && part === parts[0];
      if (owner !== heading || startsOver) {
        blocks.push(`## ${owner}`);
        heading = owner;
      }
      append(blocks, partBlocks(part));
    }
  }
  return blocks.join('\n\n');
}

function partBlocks(part: MessagePart): string[] {
  switch (part.type) {
    case 'text':
      return [foreignMarkdown(part.text)];
    case 'toolCall':
      return [
        `**Tool call** ${codeSpan(part.name)}`,
        fencedBlock(wellFormedJson(JSON.stringify(part.input, null, 2)), 'json'),
      ];
    case 'image':
      return [`*Image (${plainText(part.mimeType)})*`];
    case 'toolResult':
      return [part.isError ? '**Tool error**' : '**Tool result**', fencedBlock(part.text)];
  }
}
