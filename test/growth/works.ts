import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf, lastTurnsOf } from '#store/requests/conversation.ts';
import { Timelines } from '#store/session/lens/timelines.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { Pacer } from '#base/pacer.ts';
import { composeEdits, gapWords } from '#core/changes/composeEdits.ts';
import { importRequests } from '#core/chat/importTurns.ts';
import { sendable } from '#core/chat/sendable.ts';
import { shownMessage } from '#core/rows/shownMessage.ts';
import { runSentence } from '#core/lens/runSentence.ts';
import { loadDocumentBundle } from '#store/export/documentBundle.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { KeptEdits, searchFileEdits } from '#store/search/fileEdits.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import { filterValues } from '#store/session/lens/filterValues.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { importOptions } from '../support/importOptions.ts';
import { sampleFormat } from '../support/sampleSessions.ts';
import { adaptersOfRecords } from '../support/vscodeRecords.ts';
import { geminiList, geminiProjects, storeOfAll } from '../unit/store/support/agentLogs.ts';
import { findAll } from '../unit/store/support/findAll.ts';
import { project } from '../unit/store/support/keenStore.ts';
import { MemoryFileSystem } from '../unit/store/support/memoryFileSystem.ts';
import { grownBy } from './measure.ts';

/** A log to work on. */
export interface Subject {
  readonly path: string;
  readonly query: string;
  readonly newStore: () => SessionStore;
  /** Whose log is indexed first. */
  readonly store: SessionStore;
  readonly reader: SessionReader;
}

export async function subjectOf(
  agent: AgentAdapter['id'],
  log: string | Uint8Array,
  query = 'haystack',
): Promise<Subject> {
  const adapter = adaptersOfRecords.find(({ id }) => id === agent);
  if (adapter === undefined) {
    throw new Error(`There is no agent ${agent}.`);
  }
  const disk = new MemoryFileSystem();
  const path = sampleFormat(adapter).path('a');
  disk.put(path, log);
  disk.put(geminiList, geminiProjects({ [project]: 'project' }));
  return openedSubject(path, () => storeOfAll(disk, { adapters: adaptersOfRecords }), query);
}

export async function openedSubject(
  path: string,
  newStore: () => SessionStore,
  query = 'haystack',
): Promise<Subject> {
  const store = newStore();
  store.open(path);
  const reader = store.reader(path);
  await reader.indexAll();
  return { path, query, newStore, store, reader };
}

export type Works = Readonly<Record<string, (subject: Subject) => Promise<unknown>>>;

/** Requests on a log, each with pauses where the page or the host sends another message. */
export const works: Works = {
  async list({ newStore }) {
    await newStore().list([project]);
  },

  async index({ path, newStore }) {
    await newStore().whole(path);
  },

  async numbers({ path, newStore }) {
    await readNumbers(newStore(), [path], () => Promise.resolve());
  },

  async search({ path, newStore }) {
    const text = { query: 'a', matchCase: false, wholeWord: false, regex: false };
    const order = { paths: [path], text, rows: '', mostOfSession: 100, most: 1_000 };
    await searchSessions(newStore(), order, () => Promise.resolve());
  },

  async files({ reader, store, path }) {
    const { files } = await reader.changedFiles({}, new Pacer(undefined));
    for (const { path: file } of files.slice(0, 3)) {
      composeEdits(await reader.editsOfFile({ file }, new Pacer(undefined)), gapWords);
      await turn();
    }
    const names = files.slice(0, 1).map((file) => `${project}/${file.path}`);
    const lines = Array.from({ length: 200 }, (_, at) => `const value${at} = make(one, two);`);
    const order = { paths: [path], files: names, lines };
    await searchFileEdits(store, new KeptEdits(), order, () => Promise.resolve());
  },

  async rows({ reader }) {
    const { rows } = reader.state();
    for (let start = 0; start < rows; start += 200) {
      reader.rows('all', start, 200);
      await turn();
    }
    const { total } = reader.problems(0, 1);
    reader.problems(0, total);
  },

  /** The longest texts, as far as there are few. */
  async texts({ reader }) {
    for (const { id } of reader.rows('all', 0, 40).rows) {
      for (const part of ['text', 'input', 'output', 'raw'] as const) {
        reader.text(id, part);
        await turn();
      }
    }
  },

  async skim({ reader }) {
    const { total } = reader.skim([], 0, 1);
    for (let start = 0; start < total; start += 200) {
      const { rows } = reader.skim([], start, 200);
      rows.forEach((row) => row.kind === 'run' && runSentence(row));
      await turn();
      const ids = rows.map(({ id }) => id);
      reader.skim(ids, 0, 200);
      await turn();
      reader.locate('skim', ids.at(-1) ?? '', ids);
      await turn();
    }
  },

  async outline({ reader, store, path }) {
    const { total } = reader.outline(0, 1);
    for (let start = 0; start < total; start += 200) {
      await turn();
      reader.outline(start, 200);
    }
    await new Timelines().read(store.reader(path).indexed, 2_000);
    await filterValues(reader.indexed, new Pacer(undefined));
  },

  async messages({ reader }) {
    const { total } = reader.messages(0, 1);
    for (let start = 0; start < total; start += 200) {
      reader.messages(start, 200).messages.forEach(shownMessage);
      await turn();
    }
  },

  async conversation({ path, newStore }) {
    const { messages } = await conversationOf(newStore(), path);
    await turn();
    sendable(messages, { sees: false });
  },

  async lastMessage({ path, store }) {
    await lastMessageOf(store.sessionAt(path), new Pacer(undefined));
  },

  async find({ reader, query }) {
    await findAll(reader, { filter: 'all', query, matchCase: true });
    await findAll(reader, { filter: 'all', query, matchCase: false });
    await findAll(reader, { filter: 'all', query: 'ab|cd', matchCase: false, regex: true });
  },

  html: (subject) => exported(subject, 'html'),

  markdown: (subject) => exported(subject, 'markdown'),

  async chat({ path, newStore }) {
    const tail = await lastTurnsOf(newStore(), path, { maxTurns: 200, maxChars: 1_500_000 });
    for (const request of importRequests(tail, importOptions)) {
      JSON.stringify(request);
      await turn();
    }
  },
};

/** What takes too long on the larger of two logs, by name, with how much longer it takes. */
export async function tooLong(
  small: Subject,
  large: Subject,
  some: Works = works,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, work] of Object.entries(some)) {
    const { ratio, isTooMuch } = await grownBy(
      () => work(small),
      () => work(large),
    );
    if (isTooMuch) {
      found.push(`${name}: ${ratio.toFixed(0)} times`);
    }
  }
  return found;
}

let documents: ReturnType<typeof loadDocumentBundle> | undefined;

async function exported({ path, store }: Subject, format: 'html' | 'markdown'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  try {
    documents ??= loadDocumentBundle(join(process.cwd(), 'dist/webview'));
    const loaded = documents;
    const exporter = new TranscriptExporter({
      store,
      home: folder,
      loadDocuments: () => loaded,
      loadSecrets: () => Promise.resolve(() => []),
    });
    await exporter.export({ path, format, file: join(folder, 'out') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the thread is free for other work. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
