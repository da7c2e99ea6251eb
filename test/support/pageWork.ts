import type { Row } from '#core/rows/row.ts';
import {
  assistantRow,
  diffRow,
  interruptionRow,
  long,
  shellRow,
  thinkingRow,
  toolRow,
  userRow,
} from './pageSamples.ts';

/** A session with long runs of work, as agents write them. */
export function workRows(): Row[] {
  return [
    userRow('Totals of a cart are off by a cent when there are three discounts. Find out why.'),
    thinkingRow('Rounding, most likely: once for each discount, or once at the end?'),
    assistantRow('I look for where amounts are rounded.'),
    toolRow('grep', { title: 'round|toFixed in src' }),
    ...['cart', 'discount', 'money', 'tax', 'receipt', 'total'].map((name) => read(name)),
    thinkingRow('Each discount rounds by itself.'),
    assistantRow(
      'Each discount **rounds by itself** in `discount.ts`, so three of them can lose a cent and a half.',
    ),
    userRow('Fix it, with a test first.'),
    ...edit('test/cart.test.ts', 14, 0),
    shellRow('npm test -- cart', { state: 'failed', exitCode: 1, durationNs: 4_200_000_000 }),
    thinkingRow('It fails as it should.'),
    ...edit('src/discount.ts', 6, 4),
    shellRow('npm test -- cart', { durationNs: 4_100_000_000 }),
    assistantRow('The test failed first and passes now. The receipt still rounds twice; I go on.'),
    ...[3, 2, 8, 1, 5, 2, 4, 1, 2, 3, 2].flatMap((lines) => edit('src/receipt.ts', lines, 1)),
    toolRow('edit_file', {
      title: '/home/ada/src/ledger/package.json',
      input: long('{"path":"/home/ada/src/ledger/package.json"}'),
      state: 'failed',
      error: 'permission denied by user',
    }),
    shellRow('npm run lint', { state: 'failed', exitCode: 2, durationNs: 9_000_000_000 }),
    shellRow('npm test', { state: 'failed', exitCode: 1, durationNs: 31_000_000_000 }),
    toolRow('web_fetch', { title: 'https://example.org/rounding', state: 'failed', error: '404' }),
    shellRow('npm test', { state: 'failed', exitCode: 1, durationNs: 30_000_000_000 }),
    assistantRow('Two tests expected the old sums. I correct them.'),
    ...edit('test/receipt.test.ts', 2, 2),
    shellRow('npm run lint && npm test', { durationNs: 39_000_000_000 }),
    shellRow('git add -A && git commit -m "Round once"', { durationNs: 90_000_000 }),
    assistantRow('All tests pass, and the change is committed.'),
    userRow('Measure it with a million carts.'),
    shellRow('node bench/carts.mjs --carts 1000000', { state: 'unfinished', exitCode: undefined }),
    interruptionRow(),
  ];
}

function read(name: string): Row {
  const path = `/home/ada/src/ledger/src/${name}.ts`;
  return toolRow('read_file', { title: path, input: long(JSON.stringify({ path })) });
}

function edit(name: string, added: number, removed: number): Row[] {
  const path = `/home/ada/src/ledger/${name}`;
  const lines = [
    '@@ -12 +12 @@',
    ...Array.from({ length: removed }, (_, at) => `-  const before${at} = round(sum);`),
    ...Array.from({ length: added }, (_, at) => `+  const after${at} = sum;`),
  ];
  return [
    toolRow('edit_file', {
      title: path,
      input: long(JSON.stringify({ path })),
      diffs: [diffRow(path, lines.join('\n'))],
    }),
  ];
}
