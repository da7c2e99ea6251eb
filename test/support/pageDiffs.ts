import { assistantRow, diffRow, long, toolRow, userRow } from './pageSamples.ts';
import type { PageSession } from './pageSession.ts';

/** Two turns that change three files; one edit for each state it can be in. */
export function diffSession(): PageSession {
  const cart = diffRow(
    '/home/ada/src/ledger/src/cart.ts',
    [
      '@@ -10,9 +10,12 @@ export class Cart {',
      '   /** What the customer pays, in cents. */',
      '   total(): number {',
      '-    let sum = 0;',
      '-    for (const item of this.items) {',
      '-      sum += item.price * item.count;',
      '-    }',
      '-    return sum;',
      '+    return this.items.reduce((sum, item) => sum + item.price * item.count, 0);',
      '   }',
      ' ',
      '-  add(item: Item, count = 1): void {',
      '+  add(item: Item, count: number = 1, note?: string): void {',
      '+    // A note is printed on the receipt.',
      '     this.items.push({ ...item, count });',
      '   }',
    ].join('\n'),
  );
  const test = diffRow(
    'test/cart.test.ts',
    [
      '@@ -0,0 +1,5 @@',
      "+import { Cart } from '../src/cart.ts';",
      '+',
      "+it('adds up', () => {",
      '+  assert.equal(new Cart().total(), 0);',
      '+});',
    ].join('\n'),
  );
  const styles = diffRow(
    'web/styles.css',
    [
      '@@ -3,4 +3,4 @@',
      ' .cart {',
      '-  color: #333333;',
      '-  padding: 4px 8px;',
      '+  color: var(--text);',
      '+  padding: 4px 12px;',
      ' }',
    ].join('\n'),
  );
  const again = diffRow(
    'src/cart.ts',
    [
      '@@ -31,3 +31,2 @@',
      '   clear(): void {',
      '-    console.log(this.items);',
      '     this.items = [];',
    ].join('\n'),
  );
  return {
    rows: [
      userRow('`Cart.total` in src/cart.ts:12 is slow for large carts. Make it one expression.'),
      toolRow('read_file', {
        title: '/home/ada/src/ledger/src/cart.ts',
        input: long('{"path":"src/cart.ts"}'),
        output: long('export class Cart {'),
      }),
      cart,
      test,
      assistantRow(
        'Done: `src/cart.ts:12` adds up with `reduce`, and [the test](test/cart.test.ts#L3) covers an empty cart. See also README.md.',
      ),
      userRow('Use the theme’s text color, and remove the debug output.'),
      styles,
      again,
      assistantRow('Both are done.'),
    ],
    edits: {
      [cart.id]: { state: 'there', line: 12 },
      [test.id]: { state: 'changed' },
      [styles.id]: { state: 'gone' },
      [again.id]: { state: 'outside' },
    },
  };
}
