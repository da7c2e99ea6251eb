import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { SessionSummary } from '#core/session.ts';
import type { FileStat } from './fileSystem.ts';

/** Changes with the form of the file. What is in the summaries, the writer's name stands for. */
const formatVersion = 1;
const formatName = 'session-browser.summaries';

/** A summary as it stands in the file. */
export interface FiledSummary {
  /** Ids of adapters. */
  readonly place: string;
  readonly agent: string;
  readonly stat: FileStat;
  readonly recognisedBy: number | undefined;
  readonly lastSeq: number;
  readonly namedAtEnd: boolean;
  readonly summary: SessionSummary;
  readonly whole: { readonly stat: FileStat; readonly name: string | undefined } | undefined;
}

/**
 * Summaries as the bytes of a file: a head with a checksum, then one summary a line. Takes as many
 * as fit.
 *
 * @param writer names the program that made the summaries.
 */
export function encodeSummaries(
  summaries: Iterable<FiledSummary>,
  writer: string,
  maxBytes: number,
): Uint8Array {
  const lines: string[] = [];
  let left = maxBytes - 1_000 - writer.length;
  for (const summary of summaries) {
    const line = `${JSON.stringify(summary)}\n`;
    left -= Buffer.byteLength(line);
    if (left < 0) {
      break;
    }
    lines.push(line);
  }
  const body = Buffer.from(lines.join(''));
  const head = { format: formatName, version: formatVersion, writer, sha256: sha256(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

/**
 * Reads them back.
 *
 * @returns undefined for anything but the bytes that this very program wrote.
 */
export function decodeSummaries(bytes: Buffer, writer: string): FiledSummary[] | undefined {
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
  const lines = body.toString('utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const parsed = filedSchema.safeParse(parse(line));
    return parsed.success ? [filed(parsed.data)] : [];
  });
}

const headSchema = z.object({
  format: z.string(),
  version: z.number(),
  writer: z.string(),
  sha256: z.string(),
});

const statSchema = z.object({
  size: z.number(),
  mtimeMs: z.number(),
  identity: z.optional(z.string()),
});
const text = z.optional(z.string());
const filedSchema = z.object({
  place: z.string(),
  agent: z.string(),
  stat: statSchema,
  recognisedBy: z.optional(z.number()),
  lastSeq: z.number(),
  namedAtEnd: z.boolean(),
  summary: z.object({
    agent: z.string(),
    id: z.string(),
    path: z.string(),
    cwd: text,
    createdAt: z.optional(z.number()),
    updatedAt: z.number(),
    name: text,
    firstUserMessage: text,
    lastUserMessage: text,
    size: z.number(),
    parent: z.optional(z.object({ path: text, id: text })),
  }),
  whole: z.optional(z.object({ stat: statSchema, name: text })),
});

/** JSON leaves out what is undefined; the types tell a member that is absent from one that is not. */
function filed({ summary, whole, ...entry }: z.infer<typeof filedSchema>): FiledSummary {
  const { name, parent, ...rest } = summary;
  return {
    ...entry,
    stat: statOf(entry.stat),
    recognisedBy: entry.recognisedBy,
    summary: {
      ...rest,
      cwd: rest.cwd,
      createdAt: rest.createdAt,
      firstUserMessage: rest.firstUserMessage,
      lastUserMessage: rest.lastUserMessage,
      ...(name === undefined ? {} : { name }),
      ...(parent === undefined ? {} : { parent: linkOf(parent) }),
    },
    whole: whole === undefined ? undefined : { stat: statOf(whole.stat), name: whole.name },
  };
}

function statOf({ size, mtimeMs, identity }: z.infer<typeof statSchema>): FileStat {
  return { size, mtimeMs, identity };
}

function linkOf({ path, id }: { path?: string | undefined; id?: string | undefined }) {
  return { ...(path === undefined ? {} : { path }), ...(id === undefined ? {} : { id }) };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Not JSON, so not ours; the schema refuses undefined.
    return undefined;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
