import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { piAdapter } from '#agents/pi/adapter.ts';
import { withFile } from '#store/disk/fileSystem.ts';
import { IndexedSession } from '#store/session/indexedSession.ts';
import { LogSource } from '#store/sources/log/logSource.ts';
import { readLastMessage } from '#store/session/lastMessage.ts';
import { readEnds } from '#store/sources/log/logEnds.ts';
import { Pacer } from '#base/pacer.ts';
import { parsesOf } from '../../support/countParses.ts';
import {
  keenStore,
  logPath,
  project,
  session,
  startLine,
  userLine,
} from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const path = '/x.jsonl';
const megabyte = 1024 * 1024;
const fill = (text: string, length = 2 * megabyte) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

function different(line: (at: number) => string): string {
  return Array.from({ length: (2 * megabyte) / line(0).length }, (_, at) => line(at)).join('');
}

/** Shapes of 2 MB, with the number of `JSON.parse` calls the list may make. */
const shapes: readonly (readonly [string, string, number])[] = [
  ['blank lines', fill('\n'), 0],
  ['lines of blanks', fill(' \t\r\n'), 0],
  ['words', fill('x\n'), 0],
  ['numbers', fill('1\n'), 0],
  ['NUL bytes', fill('\0'), 0],
  ['braces', fill('{\n'), 0],
  ['beginnings of objects', fill('{"\n'), 0],
  ['joined beginnings', fill('{"a":'), 0],
  ['different beginnings', different((at) => `{"seq":${at},"kind":"user_mess\n`), 0],
  ['different mistakes', different((at) => `{"${at}"}\n`), 2_000],
  ['joined mistakes', fill(`${'{"a":}'.repeat(166)}\n`), 50_000],
  ['empty objects', fill('{}\n'), 50_000],
];

describe('listing a log of nothing but', () => {
  for (const [name, content, most] of shapes) {
    for (const place of [keenAdapter, piAdapter]) {
      it(`${name} takes a bounded number of steps (${place.label})`, async () => {
        const disk = new MemoryFileSystem();
        disk.put(path, startLine('a') + content);
        const parses = await parsesOf(async () => {
          const read = withFile(disk, path, (file) => readEnds(file, place, adapters));
          assert.ok(read.ok);
          await readLastMessage(new LogSource(disk, path), place.decode, new Pacer(undefined));
        });
        // The start is parsed to recognize it where its looks do not tell.
        assert.ok(parses <= most + 10, `${parses} texts were parsed`);
        assert.ok(disk.work.bytesRead < 5 * megabyte, `${disk.work.bytesRead} bytes were read`);
      });
    }
  }

  it('lines without a record hides no session', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), startLine('a') + fill('x\n', 10_000) + userLine(2, 'Found'));
    disk.put(logPath('b'), session('b'));
    for (const [name, content] of shapes) {
      disk.put(logPath(name.replaceAll(' ', '-')), content);
    }
    const [listing] = await keenStore(disk).list([project]);
    const messages = listing?.sessions.map(({ firstUserMessage }) => firstUserMessage) ?? [];
    assert.ok(messages.includes('Found') && messages.includes('Message of b'));
    assert.deepEqual(listing?.failures, []);
  });
});

describe('indexing a log of garbage', () => {
  it('gives the thread back after so many lines, not only after so many bytes', () => {
    for (const text of ['x\n', '{"\n', '{\n', '1\n']) {
      const disk = new MemoryFileSystem();
      disk.put(path, fill(text, 300_000));
      const log = new IndexedSession(new LogSource(disk, path), keenAdapter.decode);
      let lines = 0;
      while (!log.complete) {
        log.advance(false, () => undefined);
        const added = log.index.lines.length - lines;
        lines += added;
        assert.ok(added <= 10_000, `${added} lines of ${JSON.stringify(text)} at once`);
      }
      assert.equal(lines, 300_000 / text.length);
      assert.equal(log.index.problemCounts.lost, lines);
    }
  });

  it('parses no line that does not end like an object', async () => {
    const disk = new MemoryFileSystem();
    disk.put(path, different((at) => `{"seq":${at},"kind":"user_mess\n`) + userLine(2, 'Found'));
    const log = new IndexedSession(new LogSource(disk, path), keenAdapter.decode);
    const parses = await parsesOf(() => {
      while (!log.complete) {
        log.advance(false, () => undefined);
      }
    });
    assert.ok(parses <= 2, `${parses} texts were parsed`);
    assert.equal(log.index.problemCounts.lost, log.index.lines.length - 1);
  });

  it('reads a log of real lines in slices as long as ever', () => {
    const disk = new MemoryFileSystem();
    disk.put(path, startLine('a') + userLine(2, 'w'.repeat(200)).repeat(20_000));
    const log = new IndexedSession(new LogSource(disk, path), keenAdapter.decode);
    let slices = 0;
    while (!log.complete) {
      log.advance(false, () => undefined);
      slices += 1;
    }
    assert.equal(slices, Math.ceil((log.stat?.size ?? 0) / megabyte));
  });
});
