import type { Port } from '#protocol/channel/contract.ts';
import type { Envelope } from '#protocol/channel/envelope.ts';
import { PageHostFake } from './pageHost.ts';
import type { PageSession } from './pageSession.ts';
import {
  hostileHeader,
  hostileImageRow,
  hostileImages,
  hostileMessages,
  hostileRows,
} from './pageHostile.ts';
import {
  demoMessages,
  demoRows,
  manyRows,
  everyKind,
  numberedRow,
  rowsOfEveryKind,
  timedRows,
} from './pageRows.ts';
import { diffSession } from './pageDiffs.ts';
import { lensSession } from './pageLens.ts';
import { heavyRow } from './pageHeavy.ts';
import { long, shellRow, toolRow, userRow } from './pageSamples.ts';
import { manyPrompts, storyRows } from './pageStory.ts';
import { workRows } from './pageWork.ts';
import { toolRows } from './pageTools.ts';
import { treeSession } from './pageTree.ts';

/*
 * Runs in the browser before the page: a VS Code that consists of a fake host. `location.hash`
 * selects the session, so that a reload serves the same one. State survives a reload as in a panel,
 * here in `sessionStorage`.
 */

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (navigation?.type !== 'reload') {
  // Pages are opened again, and an earlier scenario may have written its state as it was left.
  sessionStorage.clear();
}

const scenarios: Readonly<Record<string, () => PageSession>> = {
  demo: () => ({
    rows: demoRows(),
    messages: demoMessages(),
    problems: demoRows().flatMap((row) =>
      row.kind === 'problem'
        ? [
            row.problem,
            {
              ...row.problem,
              code: 'seqJump' as const,
              severity: 'odd' as const,
              message: 'The sequence number jumps from 38 to 40.',
            },
          ]
        : [],
    ),
  }),
  hostile: () => {
    const row = hostileImageRow();
    return {
      rows: [row, ...hostileRows()],
      images: { [row.id]: hostileImages },
      messages: hostileMessages(),
      header: hostileHeader(),
    };
  },
  tools: () => ({ rows: toolRows() }),
  tree: treeSession,
  story: () => ({ rows: storyRows(), messages: demoMessages() }),
  prompts: () => ({ rows: manyPrompts(3_000) }),
  lens: lensSession,
  long: () => ({ rows: manyRows(20_000) }),
  huge: () => ({ rows: rowsOfEveryKind(100_000) }),
  timed: () => ({ rows: timedRows(300) }),
  endless: () => ({
    rows: [],
    endless: {
      total: 5_000_000,
      row: (at) => ({ ...numberedRow(at), id: `${at + 1}.0` }),
    },
  }),
  growing: () => ({ rows: [], endless: { total: 100_000, row: everyKind() } }),
  heavy: () => ({ rows: [], endless: { total: 100_000, row: heavyRow } }),
  matches: () => {
    const lines = 'line\n'.repeat(100);
    const cut = shellRow('make', {
      output: long(`${lines}needle`, { chars: 5_000, lines: 400 }),
    });
    return {
      beyond: { [cut.id]: 'one more needle' },
      rows: [
        userRow('A needle and **another needle**.'),
        ...manyRows(199),
        toolRow('needle', {
          title: 'needle.go',
          input: long('{"path":"needle.go"}'),
          output: long('The needle is here.'),
        }),
        ...manyRows(199),
        cut,
      ],
    };
  },
  work: () => ({ rows: workRows() }),
  diffs: diffSession,
  short: () => ({ rows: manyRows(30) }),
  empty: () => ({ rows: [], header: { title: '' } }),
  one: () => ({ rows: [userRow('Hello')] }),
};

const stateKey = 'vscode-state';

/** What tests access through `window`. */
export interface PageTestWindow {
  fakeHost: PageHostFake;
  acquireVsCodeApi: () => unknown;
  makeRows: typeof manyRows;
  violations: string[];
  /** Messages sent by the page, but for those of the gauge, which asks wherever the reader stays. */
  posted: number;
}

const testWindow = window as unknown as PageTestWindow;
testWindow.violations = [];
testWindow.posted = 0;
testWindow.makeRows = manyRows;
document.addEventListener('securitypolicyviolation', (event) => {
  testWindow.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
});

let toHost: (message: unknown) => void = () => undefined;
const port: Port = {
  post: (message) => {
    window.postMessage(message, '*');
  },
  listen: (listener) => {
    toHost = listener;
  },
};
const scenario = scenarios[location.hash.slice(1)] ?? scenarios.demo;
if (scenario !== undefined) {
  testWindow.fakeHost = new PageHostFake(port, scenario());
}

const requestsOfGauge = new Set<number>();

/** What a page says by itself wherever its reader stays. */
function isOfReading(message: Envelope): boolean {
  if (message.type === 'notice' && message.name === 'place/moved') {
    return true;
  }
  if (message.type === 'request' && message.name === 'context/at') {
    requestsOfGauge.add(message.id);
  }
  return 'id' in message && requestsOfGauge.has(message.id);
}

testWindow.acquireVsCodeApi = () => ({
  postMessage: (message: unknown) => {
    const sent: unknown = structuredClone(message);
    testWindow.posted += isOfReading(message as Envelope) ? 0 : 1;
    setTimeout(() => {
      toHost(sent);
    });
  },
  getState: (): unknown => JSON.parse(sessionStorage.getItem(stateKey) ?? 'null') ?? undefined,
  setState: (state: unknown) => {
    sessionStorage.setItem(stateKey, JSON.stringify(state));
  },
});
