import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { BoundedLines, requestId, type LongLine } from '../../../src/mcp/boundedLines.ts';

/** What comes out of chunks, and which lines were too long. */
async function passed(chunks: readonly Buffer[], maxBytes: number) {
  const long: LongLine[] = [];
  const lines = new BoundedLines(maxBytes, (line) => long.push(line));
  const out: string[] = [];
  for await (const line of Readable.from(chunks, { objectMode: false }).pipe(lines)) {
    out.push(String(line));
  }
  return { text: out.join(''), long };
}

describe('the lines of a client', () => {
  it('come whole, whatever they were cut into, but for those that are too long', async () => {
    const line = fc.string({ maxLength: 40 }).map((text) => `${text.replaceAll('\n', '')}\n`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.string({ maxLength: 5 }).map((text) => text.replaceAll('\n', '')),
        async (all, sizes, unfinished) => {
          const bytes = Buffer.from(all.join('') + unfinished);
          const chunks: Buffer[] = [];
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            chunks.push(bytes.subarray(at, at + size));
            at += size;
          }
          const isShort = (each: string) => Buffer.byteLength(each) <= 20;
          const { text, long } = await passed(chunks, 20);
          assert.equal(text, all.filter(isShort).join(''));
          assert.deepEqual(
            long.map(({ end }) => end),
            all.filter((each) => !isShort(each)),
          );
        },
      ),
    );
  });

  it('are cut down to their two ends if they are too long', async () => {
    const piece = Buffer.from('x'.repeat(10_000));
    const chunks = [
      Buffer.from('{"a":1,'),
      ...Array<Buffer>(500).fill(piece),
      Buffer.from('}\nb\n'),
    ];
    const { text, long } = await passed(chunks, 100_000);
    assert.equal(text, 'b\n');
    assert.equal(long.length, 1);
    assert.match(long[0]?.beginning ?? '', /^\{"a":1,x{1017}$/);
    assert.match(long[0]?.end ?? '', /^x{1022}\}\n$/);
  });
});

describe('the ID of a request that is too long', () => {
  const idOf = (text: string) =>
    requestId({ beginning: text.slice(0, 1_024), end: text.slice(-1_024) });
  const params = { arguments: { id: 8, text: `"id":9}${'x'.repeat(5_000)},"id":10` } };

  it('is known, whether it stands before or after the parameters', () => {
    for (const request of [
      { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
      { jsonrpc: '2.0', method: 'tools/call', id: 7, params },
      { method: 'tools/call', params, jsonrpc: '2.0', id: 7 },
      { id: 7, method: 'tools/call', params, jsonrpc: '2.0' },
    ]) {
      assert.equal(idOf(`${JSON.stringify(request)}\n`), 7);
      assert.equal(idOf(JSON.stringify(request, null, 1)), 7);
    }
    assert.equal(idOf(JSON.stringify({ id: 'a "b"', method: 'x', params })), 'a "b"');
  });

  it('is of no other message, and of nothing that is no message', () => {
    for (const text of [
      JSON.stringify({ jsonrpc: '2.0', id: 7, result: params }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params }),
      JSON.stringify({ method: 'x', params, id: null }),
      JSON.stringify({ method: 'x', params, id: 1.5 }),
      JSON.stringify([{ method: 'x', params, id: 7 }]),
      'x'.repeat(5_000),
      '',
      '{'.repeat(5_000),
      '"'.repeat(5_000),
      ',"":"'.repeat(5_000),
    ]) {
      assert.equal(idOf(text), undefined, text.slice(0, 60));
    }
  });
});
