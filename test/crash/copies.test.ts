import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readRange, valueOf } from '#store/disk/fileSystem.ts';
import { Child } from './child.ts';
import { kills, scrambled } from './job.ts';
import { keptIn, storeOf } from './storeOf.ts';

/** Long sessions are abandoned, so that checking them stays quick. */
const maxBytes = 2 * 1024 * 1024;
/** Homes with separate kills, in parallel. */
const lanes = 2;

describe(`a window that is killed ${kills} times while it copies a session that grows`, () => {
  let folder = '';
  const children = new Set<Child>();
  after(() => {
    for (const child of children) {
      child.kill();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves a copy as it was at some time, with all that was acknowledged, or none', async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-copies-')));
    const script = await Child.prepare(folder);
    const seen = { partial: 0, none: 0 };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => killLane(lane, script, seen)));
    // Kills that hit nothing would prove nothing.
    assert.ok(
      seen.partial > kills / 20,
      `Only ${seen.partial} kills came while a file was copied.`,
    );
  });

  /** Every nth kill, in its own home; each process continues where the last one died. */
  async function killLane(
    lane: number,
    script: string,
    seen: { partial: number; none: number },
  ): Promise<void> {
    const home = join(folder, `killed${lane}`);
    mkdirSync(home);
    let path: string | undefined;
    const start = async () => {
      const child = await Child.start(script, home);
      children.add(child);
      return child;
    };
    let next = start();
    for (let kill = lane; kill < kills; kill += lanes) {
      const child = await next;
      // The next process starts while this one works.
      next = start();
      child.give({ kind: 'copies', path, first: kill * 10_000 });
      await child.hasDone(scrambled(kill) % 4);
      await setTimeout(scrambled(~kill) % 40);
      child.kill();
      const told = await child.ended();
      children.delete(child);
      const log = path ?? told.path;
      if (log === undefined) {
        continue;
      }
      const copy = copyOf(home, log);
      const source = readFileSync(log, 'utf8');
      if (existsSync(copy)) {
        look(home, log, source, told.done.at(-1)?.number);
        seen.partial += existsSync(join(keptIn(home), '.copying.lock')) ? 1 : 0;
      } else {
        assert.deepEqual(told.done, []);
        seen.none += 1;
      }
      path = scrambled(kill + 1) % 8 === 0 || source.length > maxBytes ? undefined : log;
      if (path !== undefined && scrambled(kill + 2) % 4 === 0) {
        // The next copy is made anew.
        rmSync(copy, { force: true });
      }
    }
    (await next).kill();
  }
});

function copyOf(home: string, path: string): string {
  return path.replace(join(home, '.keen', 'sessions'), join(keptIn(home), 'keen'));
}

/** @param acknowledged number of the last event that was copied for certain. */
function look(home: string, log: string, source: string, acknowledged: number | undefined): void {
  const { store } = storeOf(home);
  const contentOf = (path: string) => {
    const file = valueOf(store.fileSystem.open(copyOf(home, path)));
    try {
      return readRange(file, 0, file.stat.size).toString();
    } finally {
      file.close();
    }
  };
  const content = contentOf(log);
  assert.ok(source.startsWith(content), 'It is no beginning of the session.');
  assert.ok(
    content.endsWith('\n'),
    'It ends within a line, which the session never did when it was copied.',
  );
  if (acknowledged !== undefined) {
    // It begins with its number.
    assert.ok(content.includes(`"${acknowledged} `), `Event ${acknowledged} is lost.`);
    // A file beside it that is not appended to, but written anew.
    const side = contentOf(join(dirname(log), 'side.txt'));
    assert.match(side, /^(\d+ )x*$/);
    assert.ok(Number.parseInt(side, 10) >= acknowledged);
  }
}
