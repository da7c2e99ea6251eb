import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocumentBundle } from '#store/export/documentBundle.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import { temporaryFolder } from '../../vscode/children.mjs';
import { inRepository } from '../../vscode/repository.mjs';
import { benchLog, type Format } from '../data/benchData.ts';
import { newStore } from '../product.ts';
import { timedRow, type BenchRow, type Timed } from '../row.ts';
import { parseBare } from './bare.ts';

const parsing = 'read and JSON.parse every line';
const small = 1e6;
/** Rows of a page. */
const pageRows = 50;

interface Log {
  readonly home: string;
  readonly path: string;
}

/** A row about a whole log. @param share of a large one. */
function wholeLogRow(
  row: Pick<BenchRow, 'name' | 'title' | 'target'>,
  format: Format,
  task: (log: Log) => Timed | Promise<Timed>,
  share = 1,
): BenchRow {
  return timedRow({
    ...row,
    against: parsing,
    async tasks({ large }) {
      const log = await benchLog(format, large * share);
      return { value: await task(log), baseline: { run: () => parseBare(log.path) } };
    },
  });
}

/** Index, summary and problems, as the worker computes them for an open session. */
function opened({ home, path }: Log): Timed {
  return {
    run: async () => {
      const { store } = newStore(home);
      const state = (await store.whole(path)).state();
      if (!state.complete || state.problems.lost > 0) {
        throw new Error(`${path} was not read whole.`);
      }
      return [store.summarise(path), state];
    },
  };
}

function conversation({ home, path }: Log): Timed {
  return {
    run: async () => {
      const { messages } = await newStore(home).store.conversation(path);
      if (messages.length === 0) {
        throw new Error(`${path} has no conversation.`);
      }
    },
  };
}

function exported(format: 'html' | 'markdown') {
  return async ({ home, path }: Log): Promise<Timed> => {
    const { store } = newStore(home);
    const documents = await loadDocumentBundle(inRepository('dist', 'webview'));
    const exporter = new TranscriptExporter({
      store,
      home,
      loadDocuments: () => Promise.resolve(documents),
      loadSecrets: () => Promise.resolve(() => []),
    });
    const file = join(temporaryFolder('bench'), 'transcript');
    return { run: () => exporter.export({ path, format, file }) };
  };
}

/** A row about a very large log, which takes as long as about a small one. */
function hugeLogRow(
  row: Pick<BenchRow, 'name' | 'title' | 'target'>,
  task: (log: Log) => Timed | Promise<Timed>,
): BenchRow {
  return timedRow(
    {
      ...row,
      against: 'the same of 1 MB',
      async tasks({ huge }) {
        const value = await task(await benchLog('keen', huge));
        return { value, baseline: await task(await benchLog('keen', small)) };
      },
    },
    5,
  );
}

/** From a click to the first page's rows, without threads and VS Code. */
function firstRows({ home, path }: Log): Timed {
  let close = () => undefined as unknown;
  return {
    run: () => {
      const { store } = newStore(home);
      close = () => {
        store.close(path);
      };
      store.open(path);
      const { rows } = store.reader(path).rows('all', 0, pageRows);
      if (rows.length < pageRows) {
        throw new Error(`Only ${rows.length} rows at first.`);
      }
    },
    finish: () => {
      close();
    },
  };
}

const line = '{"seq":999999,"kind":"user_message","user_message":{"content":"One line more"}}\n';

/** From a line being in the file to its row, in an open session. */
async function appended({ home, path }: Log): Promise<Timed> {
  const { store } = newStore(home);
  const { size } = statSync(path);
  store.open(path);
  const reader = await store.whole(path);
  return {
    prepare: () => {
      appendFileSync(path, line);
    },
    run: () => {
      const { rows: total } = reader.refresh();
      const [row] = reader.rows('all', total - 1, 1).rows;
      if (row?.kind !== 'user' || row.text.text !== 'One line more') {
        throw new Error('The new row is not the last.');
      }
    },
    end: () => {
      truncateSync(path, size);
    },
  };
}

const openTitle = 'open 200 MB: index, summary, problems';
const conversationTitle = 'conversation of 200 MB';

export const openRows: readonly BenchRow[] = [
  wholeLogRow(
    { name: 'open:keen', title: `${openTitle} (Keen Code)`, target: 1.2 },
    'keen',
    opened,
  ),
  wholeLogRow({ name: 'open:pi', title: `${openTitle} (pi)`, target: 1.2 }, 'pi', opened),
  wholeLogRow(
    { name: 'conversation:keen', title: `${conversationTitle} (Keen Code)`, target: 1.2 },
    'keen',
    conversation,
  ),
  wholeLogRow(
    { name: 'conversation:pi', title: `${conversationTitle} (pi)`, target: 1.2 },
    'pi',
    conversation,
  ),
  hugeLogRow(
    { name: 'first-rows', title: 'first rows of a session of 1 GB', target: 1.5 },
    firstRows,
  ),
  hugeLogRow(
    { name: 'append', title: 'a line appended to 1 GB until its row is there', target: 1.5 },
    appended,
  ),
  wholeLogRow(
    { name: 'export:html', title: 'export 20 MB as HTML', target: 10 },
    'keen',
    exported('html'),
    0.1,
  ),
  wholeLogRow(
    { name: 'export:markdown', title: 'export 20 MB as Markdown', target: 10 },
    'keen',
    exported('markdown'),
    0.1,
  ),
];
