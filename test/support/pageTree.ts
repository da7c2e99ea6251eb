import type { ConversationMessage, ImageData } from '#core/events/message.ts';
import type { BranchOption, Row } from '#core/rows/row.ts';
import type { PageSession } from './pageSession.ts';
import {
  assistantRow,
  branchRow,
  branchSummaryRow,
  compactionRow,
  extensionStateRow,
  forkRow,
  long,
  noticeRow,
  shellRow,
  toolRow,
  userRow,
} from './pageSamples.ts';
import { chart } from './pictures.ts';

const began = Date.UTC(2026, 10, 20, 9, 12);
const minutes = (count: number) => began + count * 60_000;

/** Branches of the tree, by last line. */
export const treeLeaves = { cache: 900, index: 910, latest: 920 } as const;

/** A session as pi and agent write it: a tree with a fork, images, labels, times, usage. */
export function treeSession(): PageSession {
  const before = chart(760, 360, [0.3, 0.42, 0.38, 0.5, 0.61, 0.58, 0.72, 0.97]);
  const after = chart(760, 360, [0.3, 0.42, 0.38, 0.5, 0.61, 0.58, 0.72, 0.21]);
  const phone = chart(240, 420, [0.5, 0.8, 0.35]);
  const told = messages({ before, after, phone });
  const asked = userRow(
    'The dashboard takes four seconds since Tuesday, see the chart. On the phone it is worse.',
    {
      time: minutes(1),
      label: 'slow dashboard',
      images: [ref(before.data), ref(phone.data)],
    },
  );
  const looked = toolRow('screenshot', {
    title: 'http://localhost:3000/dashboard',
    input: long('{\n  "url": "http://localhost:3000/dashboard"\n}'),
    output: long('Saved the page as a picture.'),
    images: [ref(after.data)],
    time: minutes(9),
  });
  const shared: Row[] = [
    forkRow(
      { path: '/home/ada/.pi/agent/sessions/--ledger--/20261119.jsonl', id: 'a3f7c901' },
      'Later turns tried to **replace the ORM**; that was given up.',
      { time: minutes(0) },
    ),
    asked,
    toolRow('read', {
      title: '/home/ada/src/ledger/app/dashboard.ts',
      time: minutes(2),
      label: 'the query',
    }),
    assistantRow(
      'The chart query counts all bookings **for each day anew**. It can be cached, or the table can get an index on `(account, day)`.',
      { time: minutes(3) },
    ),
  ];
  const fork = (shown: keyof typeof treeLeaves) => branchRow(options(shown), { id: '40.b' });
  const latest: Row[] = [
    branchSummaryRow(
      'A cache in memory made the page fast but showed *old figures* after an import. The files `app/cache.ts` and `app/cache.test.ts` were removed again.',
      { time: minutes(6) },
    ),
    userRow('An index then. Measure before and after.', { time: minutes(7) }),
    shellRow('psql -c "create index concurrently on bookings (account, day)"', {
      output: long('CREATE INDEX'),
      durationNs: 8_400_000_000,
      time: minutes(8),
      label: 'index created here',
    }),
    looked,
    compactionRow('The dashboard was slow; an **index on bookings** made it fast.', {
      trigger: 'manual',
      status: 'Focus on what was measured.',
      tokensBefore: 182_340,
      tokensAfter: 23_870,
      time: minutes(10),
    }),
    extensionStateRow('todo-list', { open: 1, done: ['measure', 'index'] }, { time: minutes(11) }),
    noticeRow('Model changed to sonnet-large.'),
    assistantRow('From 4.1 s to **0.3 s**. The import still needs its own look.', {
      time: minutes(12),
      label: 'measured',
    }),
  ];
  const images = {
    [asked.id]: [before, phone],
    [looked.id]: [after],
  };
  const header: PageSession['header'] = {
    agent: 'pi',
    agentLabel: 'pi',
    name: 'Slow dashboard',
    title: 'Slow dashboard',
    createdAt: began,
    updatedAt: minutes(12),
    usage: { input: 41_200, output: 9_350, cacheRead: 1_310_000, cacheWrite: 62_000, cost: 0.83 },
    branch: { leaf: treeLeaves.latest, isLast: true },
    parent: {
      path: '/home/ada/.pi/agent/sessions/--ledger--/20261119.jsonl',
      id: 'a3f7c901',
      title: 'Replace the ORM, step by step',
      known: true,
    },
    forks: [
      { title: 'Speed of the import', path: '/f/1.jsonl', updatedAt: minutes(50) },
      { title: 'Dashboard on the phone', path: '/f/2.jsonl', updatedAt: minutes(40) },
      { title: 'Dashboard in print', path: '/f/3.jsonl', updatedAt: minutes(30) },
    ],
  };
  const aside = (branch: keyof typeof treeLeaves) => ({
    ...header,
    branch: { leaf: treeLeaves[branch], isLast: false },
  });
  return {
    rows: [...shared, fork('latest'), ...latest],
    images,
    messages: told,
    header,
    branches: {
      [treeLeaves.latest]: {},
      [treeLeaves.cache]: {
        rows: [...shared, fork('cache'), ...cacheBranch()],
        messages: told.slice(0, 2),
        header: aside('cache'),
      },
      [treeLeaves.index]: {
        rows: [
          ...shared,
          fork('index'),
          userRow('Could the browser do the counting instead?', { time: minutes(5) }),
        ],
        messages: told.slice(0, 1),
        header: aside('index'),
      },
    },
  };
}

function options(shown: keyof typeof treeLeaves): BranchOption[] {
  const all: readonly (readonly [keyof typeof treeLeaves, string, number, number])[] = [
    ['cache', 'Put a cache in front of it and keep it for a minute', 14, 4],
    ['index', 'Could the browser do the counting instead?', 1, 5],
    ['latest', 'An index then. Measure before and after.', 9, 12],
  ];
  return all.map(([branch, preview, entries, at]) => ({
    leaf: treeLeaves[branch],
    shown: branch === shown,
    preview,
    entries,
    time: minutes(at),
  }));
}

function cacheBranch(): Row[] {
  return [
    userRow('Put a cache in front of it and keep it for a minute', { time: minutes(4) }),
    toolRow('write', { title: '/home/ada/src/ledger/app/cache.ts', time: minutes(4) }),
    assistantRow('The cache is in place, the page takes 0.2 s now.', { time: minutes(5) }),
  ];
}

interface Charts {
  readonly before: ImageData;
  readonly after: ImageData;
  readonly phone: ImageData;
}

function messages({ before, after, phone }: Charts): ConversationMessage[] {
  return [
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'The dashboard takes four seconds since Tuesday, see the chart.' },
        { type: 'image', ...before },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: 'I look at the page.' }] },
    {
      role: 'user',
      parts: [
        {
          type: 'toolResult',
          callId: 'c1',
          text: 'Saved the page as a picture.',
          isError: false,
          images: [after, phone],
        },
      ],
    },
  ];
}

function ref(data: string) {
  return { mimeType: 'image/png', size: Math.floor((data.length * 3) / 4) };
}
