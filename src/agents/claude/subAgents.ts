import type { DecodedLine, Source } from '#core/events/decodedLine.ts';
import type { NestingSession, SubAgentLayout } from '../contract/subAgents.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { jsonObjectIn } from '../toolbox/jsonText.ts';
import { ofSubAgent } from '../toolbox/entryEvents.ts';
import { decodeRecord } from './decode.ts';
import { isRun } from './toolResult.ts';

/**
 * Sub-agents are in a folder named like their session, in older versions beside the sessions, and until
 * 2.0 within the session's own transcript.
 */
export const subAgents: SubAgentLayout = {
  paths: [
    ['*', 'subagents', 'agent-*.jsonl'],
    ['*', 'subagents', 'workflows', '*', 'agent-*.jsonl'],
    ['agent-*.jsonl'],
  ],
  folderOf: (names) => [sessionOf(names)],
  logsOf: ({ names }, id) => {
    const [run = '', agent] = id.split(':');
    return agent === undefined
      ? [[...folderOf(names), `agent-${id}.jsonl`], [`agent-${id}.jsonl`]]
      : [[...runFolder(names, run), `agent-${agent}.jsonl`]];
  },
  groupOf: (names, id) =>
    isRun(id)
      ? {
          logs: [...runFolder(names, id), 'agent-*.jsonl'],
          // Those that summarize for a compaction repeat all of another one.
          idOf: (name) =>
            name.startsWith('agent-acompact')
              ? undefined
              : `${id}:${name.slice('agent-'.length, -'.jsonl'.length)}`,
        }
      : undefined,
  notes: {
    of: ({ names }) => [...folderOf(names), 'agent-*.meta.json'],
    callIn,
    logOf: (name) => name.replace(/\.meta\.json$/, '.jsonl'),
  },
  inline: recordsOf,
  inlineMark: /"isSidechain":\s*true/,
  decode: decodeStep,
  outputFile: ({ names }: NestingSession, name) => [sessionOf(names), 'tool-results', name],
};

function runFolder(names: readonly string[], run: string): readonly string[] {
  return [sessionOf(names), 'subagents', 'workflows', run];
}

/** Where a session, or a sub-agent of it, has its sub-agents. */
function folderOf(names: readonly string[]): readonly string[] {
  return names.length > 2 ? names.slice(0, -1) : [sessionOf(names), 'subagents'];
}

function sessionOf([name = '']: readonly string[]): string {
  return name.replace(/\.jsonl$/, '');
}

/** A note may be half written; then its result will name the sub-agent. */
function callIn(note: string): string | undefined {
  const { toolUseId } = jsonObjectIn(note);
  return typeof toolUseId === 'string' ? toolUseId : undefined;
}

/** A record that says nothing. */
const nothing: JsonObject = { type: 'progress' };

/**
 * The first of a sub-agent's records repeats the prompt of its call and follows no other of them; the
 * others follow it. Of several calls with one prompt, each has the records that began as it did.
 */
function recordsOf(
  records: readonly JsonObject[],
  callId: string | undefined,
): readonly JsonObject[] {
  if (callId === undefined) {
    return records.map((record) => (isStep(record) ? record : nothing));
  }
  const prompts = records.flatMap((record) => (isStep(record) ? [] : promptsIn(record)));
  const wanted = prompts.find(({ id }) => id === callId);
  const place = prompts
    .filter(({ text }) => text === wanted?.text)
    .findIndex(({ id }) => id === callId);
  const beginnings = new Set<unknown>();
  const own = new Set<unknown>();
  let earlier = 0;
  return records.map((record) => {
    if (!isStep(record)) {
      return nothing;
    }
    const isFirst = !beginnings.has(record.parentUuid);
    beginnings.add(record.uuid);
    if (isFirst && textIn(record) === wanted?.text) {
      if (earlier === place) {
        own.add(record.uuid);
      }
      earlier += 1;
    } else if (!isFirst && own.has(record.parentUuid)) {
      own.add(record.uuid);
    }
    return own.has(record.uuid) ? record : nothing;
  });
}

function isStep({ isSidechain, uuid }: JsonObject): boolean {
  return isSidechain === true && typeof uuid === 'string';
}

function promptsIn(record: JsonObject): readonly { readonly id: unknown; readonly text: string }[] {
  return contentOf(record).flatMap((block) => {
    const prompt =
      isJsonObject(block) && isJsonObject(block.input) ? block.input.prompt : undefined;
    return isJsonObject(block) && typeof prompt === 'string'
      ? [{ id: block.id, text: prompt }]
      : [];
  });
}

function textIn(record: JsonObject): string {
  return contentOf(record)
    .map((block) => (isJsonObject(block) ? block.text : block))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function contentOf({ message }: JsonObject): readonly unknown[] {
  const content = isJsonObject(message) ? message.content : undefined;
  return Array.isArray(content) ? content : [content];
}

/** Each record says that it belongs to a session, and not which sub-agent’s it is in older versions. */
function decodeStep(record: JsonObject, source: Source): DecodedLine {
  const line = decodeRecord({ ...record, isSidechain: false }, source);
  const id = typeof record.agentId === 'string' ? record.agentId : undefined;
  return { ...line, events: line.events.map((event) => ofSubAgent(event, id)) };
}
