import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readRange, valueOf } from '#store/disk/fileSystem.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { blockBytes } from '#store/disk/packed.ts';
import { PackedFiles } from '#store/disk/packedFiles.ts';
import { pack, packGrowth } from '#store/write/packFile.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';

describe('a packed copy', () => {
  let folder = '';
  let source = '';
  let copy = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'packed-'));
    source = join(folder, 'source');
    copy = join(folder, 'copy');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const disk = new WriteFiles();
  const files = () => new PackedFiles(new NodeFileSystem(), (path) => path === copy);
  /** Brings the copy up to date. @returns whether that took only what is new. */
  async function update(): Promise<boolean> {
    const file = valueOf(new NodeFileSystem().open(source));
    try {
      const open = () => disk.open(copy);
      const grown = await withCopy(open, (to) =>
        packGrowth({ file, path: source }, to, () => undefined),
      );
      if (!grown) {
        rmSync(copy, { force: true });
        await withCopy(
          () => disk.create(copy),
          (to) => pack({ file, path: source }, to, () => undefined),
        );
      }
      return grown;
    } finally {
      file.close();
    }
  }
  async function withCopy<T>(
    open: () => ReturnType<WriteFiles['open']>,
    work: (copy: ReturnType<WriteFiles['open']>) => Promise<T>,
  ): Promise<T> {
    const file = open();
    try {
      return await work(file);
    } finally {
      file.close();
    }
  }
  function content(from = files()): string {
    const file = valueOf(from.open(copy));
    try {
      assert.equal(file.stat.size, valueOf(from.stat(copy)).size);
      return readRange(file, 0, file.stat.size).toString('latin1');
    } finally {
      file.close();
    }
  }

  it('has any place of what it was made of, whatever was appended how', async () => {
    const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(3 * blockBytes)), {
      minLength: 1,
      maxLength: 5,
    });
    const places = fc.array(fc.tuple(fc.nat(8 * blockBytes), fc.nat(2 * blockBytes)), {
      minLength: 5,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(lengths, places, async (pieces, asked) => {
        rmSync(copy, { force: true });
        writeFileSync(copy, '');
        writeFileSync(source, '');
        const reader = files();
        for (const [number, length] of pieces.entries()) {
          appendFileSync(source, `${number} `.repeat(length).slice(0, length));
          await update();
          assert.equal(valueOf(reader.stat(copy)).size, valueOf(reader.stat(source)).size);
        }
        const whole = readFileSync(source);
        const file = valueOf(reader.open(copy));
        for (const [start, length] of asked) {
          assert.ok(
            readRange(file, start, start + length).equals(whole.subarray(start, start + length)),
          );
        }
        file.close();
        // And any program can unpack it.
        assert.ok(gunzipSync(readFileSync(copy)).equals(whole));
      }),
      { seed: 34, numRuns: 15 },
    );
  });

  it('has what it had after each writing that was cut short, and takes the next', async () => {
    writeFileSync(source, 'one\n'.repeat(100));
    await update().catch(() => undefined);
    writeFileSync(copy, '');
    await update();
    const before = content();
    const length = readFileSync(copy).length;
    appendFileSync(source, 'two\n'.repeat(100));
    assert.equal(await update(), true);
    const after = content();
    const bytes = readFileSync(copy);
    for (let end = length; end <= bytes.length; end += 1) {
      writeFileSync(copy, bytes.subarray(0, end));
      assert.equal(content(), end === bytes.length ? after : before, String(end));
    }
    for (const end of [length + 1, length + 40, bytes.length - 1]) {
      writeFileSync(copy, bytes.subarray(0, end));
      appendFileSync(source, 'three\n');
      assert.equal(await update(), true);
      assert.equal(content(), readFileSync(source, 'latin1'));
    }
  });

  it('is made anew if its file did not merely grow', async () => {
    const line = `${'x'.repeat(99)}\n`;
    writeFileSync(copy, '');
    writeFileSync(source, line.repeat(3_000));
    assert.equal(await update(), false);
    appendFileSync(source, line);
    assert.equal(await update(), true);
    for (const change of [
      () => {
        truncateSync(source, 1_000);
      },
      () => {
        writeFileSync(source, `y${readFileSync(source, 'latin1').slice(1)}${line}`);
      },
      () => {
        writeFileSync(source, `${readFileSync(source, 'latin1').slice(0, -2)}z\n${line}`);
      },
    ]) {
      change();
      assert.equal(await update(), false);
      assert.equal(content(), readFileSync(source, 'latin1'));
    }
  });

  it('is made anew when it came in very many small pieces', async () => {
    writeFileSync(copy, '');
    writeFileSync(source, 'start\n');
    await update();
    let anew = 0;
    for (let number = 0; number < 150; number += 1) {
      appendFileSync(source, `${number}\n`);
      anew += (await update()) ? 0 : 1;
    }
    assert.equal(anew, 2);
    assert.equal(content(), readFileSync(source, 'latin1'));
  });

  it('that was damaged says so, and files that are not packed are as they are', async () => {
    writeFileSync(copy, 'plain');
    assert.equal(content(), 'plain');
    writeFileSync(copy, '');
    writeFileSync(source, 'text '.repeat(1_000));
    await update();
    const bytes = readFileSync(copy);
    bytes[50] = (bytes[50] ?? 0) ^ 0xff;
    writeFileSync(copy, bytes);
    assert.throws(() => content(), { message: /is compressed, and damaged\.$/ });
  });
});
