import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionLink, SessionSummary } from '#core/session.ts';
import type { KnownSummary, WholeReading } from './summaryCache.ts';

/** Changes with the form of the file. What is in the summaries, the writer's name stands for. */
const formatVersion = 5;
const formatName = 'session-browser.summaries';
/** Summaries on a line. One `JSON.parse` reads them all, which is what makes ten thousand cheap. */
const perLine = 500;
/** Members of a line that make a summary; see `rowOf`. */
const width = 16;

/**
 * Summaries as the bytes of a file: a head with a checksum, a line with all folders, then many
 * summaries a line, their members one after the other. ASCII throughout, which is read fastest.
 *
 * @param writer names the program that made the summaries.
 * @returns undefined if they do not fit.
 */
export function encodeSummaries(
  summaries: readonly KnownSummary[],
  writer: string,
  maxBytes: number,
): Uint8Array | undefined {
  const { rows, bytes } = encode(summaries, writer, maxBytes);
  return rows === summaries.length ? bytes : undefined;
}

/** The same of as many as fit, those whose logs were written last. */
export function encodeNewest(
  summaries: readonly KnownSummary[],
  writer: string,
  maxBytes: number,
): Uint8Array {
  const newestFirst = [...summaries].sort((a, b) => b.log.stat.mtimeMs - a.log.stat.mtimeMs);
  return encode(newestFirst, writer, maxBytes).bytes;
}

function encode(
  summaries: readonly KnownSummary[],
  writer: string,
  maxBytes: number,
): { readonly rows: number; readonly bytes: Uint8Array } {
  const folders = new Map<string, number>();
  const rows: string[] = [];
  let left = maxBytes - 1_000 - writer.length;
  for (const known of summaries) {
    const { cwd } = known.log.summary;
    const isNew = cwd !== undefined && !folders.has(cwd);
    const row = ascii(rowOf(known, cwd === undefined ? -1 : (folders.get(cwd) ?? folders.size)));
    left -= row.length + (isNew ? ascii(cwd).length + 1 : 0);
    if (left < 0) {
      break;
    }
    if (isNew) {
      folders.set(cwd, folders.size);
    }
    rows.push(row.slice(1, -1));
  }
  const lines = [ascii([...folders.keys()])];
  for (let start = 0; start < rows.length; start += perLine) {
    lines.push(`[${rows.slice(start, start + perLine).join(',')}]`);
  }
  const body = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
  const head = { format: formatName, version: formatVersion, writer, sha256: sha256(body) };
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
  return { rows: rows.length, bytes };
}

/**
 * Reads them back, in their order.
 *
 * @returns undefined for anything but the bytes that this very program wrote.
 */
export function decodeSummaries(
  bytes: Buffer,
  writer: string,
  adapters: ReadonlyMap<string, AgentAdapter>,
): readonly KnownSummary[] | undefined {
  const end = bytes.indexOf(0x0a);
  const head = end < 0 ? undefined : headSchema.safeParse(parse(bytes.toString('utf8', 0, end)));
  if (head?.success !== true) {
    return undefined;
  }
  const { format, version, writer: wroteIt, sha256: sum } = head.data;
  const body = bytes.subarray(end + 1);
  const isOurs = format === formatName && version === formatVersion && wroteIt === writer;
  if (!isOurs || sum !== sha256(body)) {
    return undefined;
  }
  const [first = '', ...lines] = body.toString('latin1').split('\n').slice(0, -1);
  const folders = foldersSchema.safeParse(parse(first));
  const found: KnownSummary[] = [];
  for (const line of lines) {
    const members = folders.success ? parse(line) : undefined;
    if (!Array.isArray(members) || members.length % width !== 0) {
      return undefined;
    }
    for (let at = 0; at < members.length; at += width) {
      const known = knownOf(members, at, folders.data ?? [], adapters);
      if (known === undefined) {
        return undefined;
      }
      found.push(known);
    }
  }
  return found;
}

const headSchema = z.object({
  format: z.string(),
  version: z.number(),
  writer: z.string(),
  sha256: z.string(),
});
const foldersSchema = z.array(z.string());

/** The members of a summary in the order of `knownOf`. */
function rowOf({ place, log, whole }: KnownSummary, folder: number): readonly unknown[] {
  const { stat, adapter, recognisedBy, lastSeq, namedAtEnd, summary } = log;
  const { id, path, createdAt, updatedAt, name, firstUserMessage } = summary;
  return [
    place.id,
    adapter.id,
    stat.size,
    stat.mtimeMs,
    stat.identity,
    recognisedBy,
    lastSeq,
    namedAtEnd,
    id,
    path,
    folder,
    createdAt,
    updatedAt,
    name,
    firstUserMessage,
    summary.parent === undefined && whole === undefined && summary.isEmpty === undefined
      ? null
      : [
          summary.parent,
          whole && [whole.stat.size, whole.stat.mtimeMs, whole.stat.identity, whole.name],
          summary.isEmpty === true,
        ],
  ];
}

/** @returns undefined if any member is not what it should be. */
function knownOf(
  members: readonly unknown[],
  at: number,
  folders: readonly string[],
  adapters: ReadonlyMap<string, AgentAdapter>,
): KnownSummary | undefined {
  const place = adapterOf(members[at], adapters);
  const adapter = adapterOf(members[at + 1], adapters);
  const size = members[at + 2];
  const mtimeMs = members[at + 3];
  const identity = members[at + 4] ?? undefined;
  const recognisedBy = members[at + 5] ?? undefined;
  const lastSeq = members[at + 6] ?? undefined;
  const namedAtEnd = members[at + 7];
  const id = members[at + 8];
  const path = members[at + 9];
  const folder = members[at + 10];
  const createdAt = members[at + 11] ?? undefined;
  const updatedAt = members[at + 12];
  const name = members[at + 13] ?? undefined;
  const firstUserMessage = members[at + 14] ?? undefined;
  const rare = rareOf(members[at + 15]);
  if (
    place === undefined ||
    adapter === undefined ||
    typeof size !== 'number' ||
    typeof mtimeMs !== 'number' ||
    !(isText(identity) || typeof identity === 'number') ||
    !isCount(recognisedBy) ||
    !isCount(lastSeq) ||
    typeof namedAtEnd !== 'boolean' ||
    typeof id !== 'string' ||
    typeof path !== 'string' ||
    typeof folder !== 'number' ||
    !isCount(createdAt) ||
    typeof updatedAt !== 'number' ||
    !isText(name) ||
    !isText(firstUserMessage) ||
    rare === undefined
  ) {
    return undefined;
  }
  const plain: SessionSummary = {
    agent: adapter.id,
    id,
    path,
    cwd: folders[folder],
    createdAt,
    updatedAt,
    firstUserMessage,
    size,
  };
  // Ten thousand times: what hardly any has costs the others nothing.
  const named = name === undefined ? plain : { ...plain, name };
  const linked = rare.parent === undefined ? named : { ...named, parent: rare.parent };
  const summary = rare.isEmpty ? { ...linked, isEmpty: true as const } : linked;
  const stat = { size, mtimeMs, identity };
  return {
    place,
    log: { stat, adapter, recognisedBy, summary, lastSeq, namedAtEnd },
    whole: rare.whole,
  };
}

const text = z.nullish(z.string());
const wholeSchema = z.tuple([
  z.number(),
  z.number(),
  z.nullish(z.union([z.string(), z.number()])),
  text,
]);
const rareSchema = z.tuple([
  z.nullable(z.object({ path: z.optional(z.string()), id: z.optional(z.string()) })),
  z.nullable(wholeSchema),
  z.boolean(),
]);

interface Rare {
  readonly parent: SessionLink | undefined;
  readonly whole: WholeReading | undefined;
  readonly isEmpty: boolean;
}

const nothingRare: Rare = { parent: undefined, whole: undefined, isEmpty: false };

/** What hardly any summary has. */
function rareOf(member: unknown): Rare | undefined {
  if (member === null) {
    return nothingRare;
  }
  const read = rareSchema.safeParse(member);
  if (!read.success) {
    return undefined;
  }
  const [link, whole, isEmpty] = read.data;
  return {
    parent: link === null ? undefined : linkOf(link),
    whole: whole === null ? undefined : wholeOf(whole),
    isEmpty,
  };
}

function wholeOf([size, mtimeMs, identity, name]: z.infer<typeof wholeSchema>): WholeReading {
  return { stat: { size, mtimeMs, identity: identity ?? undefined }, name: name ?? undefined };
}

function linkOf({ path, id }: { path?: string | undefined; id?: string | undefined }): SessionLink {
  return { ...(path === undefined ? {} : { path }), ...(id === undefined ? {} : { id }) };
}

function adapterOf(
  id: unknown,
  adapters: ReadonlyMap<string, AgentAdapter>,
): AgentAdapter | undefined {
  return typeof id === 'string' ? adapters.get(id) : undefined;
}

function isText(member: unknown): member is string | undefined {
  return member === undefined || typeof member === 'string';
}

function isCount(member: unknown): member is number | undefined {
  return member === undefined || typeof member === 'number';
}

/** JSON in which every character beyond ASCII is an escape. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Not JSON, so not ours; nobody takes undefined.
    return undefined;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
