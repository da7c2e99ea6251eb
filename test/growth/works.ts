import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pacer } from '#base/pacer.ts';
import { importRequests } from '#core/chat/importTurns.ts';
import { sendable } from '#core/chat/sendable.ts';
import { loadDocumentBundle } from '#store/export/documentBundle.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { KeptEdits, searchFileEdits } from '#store/search/fileEdits.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import { importOptions } from '../support/importOptions.ts';
import { piPath, storeOfAll } from '../unit/store/support/agentLogs.ts';
import { findAll } from '../unit/store/support/findAll.ts';
import { home, logPath, project } from '../unit/store/support/keenStore.ts';
import { MemoryFileSystem } from '../unit/store/support/memoryFileSystem.ts';
import type { Shape } from './shapes.ts';

/** A log to work on. */
export interface Subject {
  readonly path: string;
  readonly query: string;
  readonly newStore: () => SessionStore;
  /** Whether the log is indexed first. */
  readonly store: SessionStore;
  readonly reader: SessionReader;
}

const paths: Readonly<Record<Shape['agent'], string>> = {
  keen: logPath('a'),
  pi: piPath('a'),
  copilot: `${home}/.copilot/session-state/a/events.jsonl`,
};

export async function subjectOf(shape: Shape, n: number): Promise<Subject> {
  const disk = new MemoryFileSystem();
  const path = paths[shape.agent];
  disk.put(path, shape.log(n));
  const newStore = () => storeOfAll(disk);
  const store = newStore();
  store.open(path);
  const reader = store.reader(path);
  await reader.indexAll();
  return { path, query: shape.query ?? 'haystack', newStore, store, reader };
}

/** Tasks on a log. */
export const works: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
  async index({ path, newStore }) {
    const store = newStore();
    store.summarise(path);
    await store.whole(path);
  },

  async numbers({ path, newStore }) {
    await readNumbers(newStore(), [path], () => Promise.resolve());
  },

  async fileEdits({ path, reader, store }) {
    const { files } = await reader.changedFiles({}, new Pacer(undefined));
    const names = files.slice(0, 1).map((file) => `${project}/${file.path}`);
    const lines = Array.from({ length: 200 }, (_, at) => `const value${at} = make(one, two);`);
    const order = { paths: [path], files: names, lines };
    await searchFileEdits(store, new KeptEdits(), order, () => Promise.resolve());
  },

  async rows({ reader }) {
    await Promise.resolve();
    const { rows } = reader.state();
    for (let start = 0; start < rows; start += 200) {
      reader.rows('all', start, 200);
    }
    const [first] = reader.rows('all', 0, 1).rows;
    for (const part of ['text', 'input', 'output', 'raw'] as const) {
      reader.text(first?.id ?? '', part);
    }
    const { total } = reader.problems(0, 1);
    reader.problems(0, total);
  },

  async skim({ reader }) {
    await Promise.resolve();
    const { total } = reader.skim([], 0, 1);
    for (let start = 0; start < total; start += 200) {
      const ids = reader.skim([], start, 200).rows.map(({ id }) => id);
      reader.skim(ids, 0, 200);
      reader.locate('skim', ids.at(-1) ?? '', ids);
    }
  },

  async conversation({ path, newStore }) {
    const { messages } = await newStore().conversation(path);
    sendable(messages, { sees: false });
  },

  async find({ reader, query }) {
    await findAll(reader, { filter: 'all', query, matchCase: true });
    await findAll(reader, { filter: 'all', query, matchCase: false });
  },

  html: (subject) => exported(subject, 'html'),

  markdown: (subject) => exported(subject, 'markdown'),

  async chat({ path, newStore }) {
    const tail = await newStore().lastTurns(path, { maxTurns: 200, maxChars: 1_500_000 });
    for (const request of importRequests(tail, importOptions)) {
      JSON.stringify(request);
    }
  },
};

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
