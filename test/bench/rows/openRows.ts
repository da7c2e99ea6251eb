import { conversationOf } from '#store/requests/conversation.ts';
import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocumentBundle } from '#store/export/documentBundle.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { temporaryFolder } from '../../vscode/children.mjs';
import { inRepository } from '../../vscode/repository.mjs';
import { benchLog, type BenchLog, type Format } from '../data/benchData.ts';
import { newStore } from '../product.ts';
import { timedRow, type BenchRow, type Scale, type Timed } from '../row.ts';
import { parseBare } from './bare.ts';

const small = 1e6;
/** Rows of a page. */
const pageRows = 50;

/** A row about a whole log. @param share of a large one. */
function wholeLogRow(
  name: string,
  title: string,
  target: number,
  format: Format,
  task: (log: BenchLog) => Timed | Promise<Timed>,
  share = 1,
): BenchRow {
  return timedRow({
    name,
    title,
    target,
    against: 'read and JSON.parse every line',
    async tasks({ large }) {
      const log = await benchLog(format, large * share);
      return { value: await task(log), baseline: { run: () => parseBare(log.path) } };
    },
  });
}

/** Index, summary and problems, as the worker computes them for an open session. */
function opened({ home, path }: BenchLog): Timed {
  return {
    run: async () => {
      const { store } = newStore(home);
      const state = (await store.whole(path)).state();
      if (!state.complete || state.problems.lost > 0) {
        throw new Error(`${path} was not read whole.`);
      }
      return [store.summarize(path), state];
    },
  };
}

function conversation({ home, path }: BenchLog): Timed {
  return {
    run: async () => {
      const { messages } = await conversationOf(newStore(home).store, path);
      if (messages.length === 0) {
        throw new Error(`${path} has no conversation.`);
      }
    },
  };
}

function exported(format: 'html' | 'markdown') {
  return async ({ home, path }: BenchLog): Promise<Timed> => {
    const { store } = newStore(home);
    const documents = loadDocumentBundle(inRepository('dist', 'webview'));
    await documents;
    const exporter = new TranscriptExporter({
      store,
      home,
      loadDocuments: () => documents,
      loadSecrets: () => Promise.resolve(() => []),
    });
    const file = join(temporaryFolder('bench'), 'transcript');
    return { run: () => exporter.export({ path, format, file }) };
  };
}

/** A row about what takes as long for a very large log as for a small one. */
function hugeLogRow(
  name: string,
  title: string,
  task: (log: BenchLog) => Timed | Promise<Timed>,
): BenchRow {
  const row = { name, title, target: 1.5, against: 'the same of 1 MB' };
  const tasks = async ({ huge }: Scale) => ({
    value: await task(await benchLog('keen', huge)),
    baseline: await task(await benchLog('keen', small)),
  });
  return timedRow({ ...row, tasks }, 5);
}

/** From a click to the first page's rows, without threads and VS Code. */
function firstRows({ home, path }: BenchLog): Timed {
  let store: SessionStore | undefined;
  return {
    run: () => {
      ({ store } = newStore(home));
      store.open(path);
      const { rows } = store.reader(path).rows('all', 0, pageRows);
      if (rows.length < pageRows) {
        throw new Error(`Only ${rows.length} rows at first.`);
      }
    },
    // Its index would go on.
    finish: () => {
      store?.close(path);
    },
  };
}

const line = '{"seq":999999,"kind":"user_message","user_message":{"content":"One line more"}}\n';

/** From a line being in the file to its row, in an open session. */
async function appended({ home, path }: BenchLog): Promise<Timed> {
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

export const openRows: readonly BenchRow[] = [
  wholeLogRow('open:keen', 'open 200 MB: index, summary, problems', 1.2, 'keen', opened),
  wholeLogRow('open:pi', 'the same of pi', 1.2, 'pi', opened),
  wholeLogRow('conversation:keen', 'conversation of 200 MB', 1.2, 'keen', conversation),
  wholeLogRow('conversation:pi', 'the same of pi', 1.2, 'pi', conversation),
  hugeLogRow('first-rows', 'first rows of a session of 1 GB', firstRows),
  hugeLogRow('append', 'a line appended to 1 GB until its row is there', appended),
  wholeLogRow('export:html', 'export 20 MB as HTML', 10, 'keen', exported('html'), 0.1),
  wholeLogRow('export:markdown', 'export 20 MB as Markdown', 10, 'keen', exported('markdown'), 0.1),
];
