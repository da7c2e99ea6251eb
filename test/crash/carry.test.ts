import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isFull } from '../support/full.ts';
import { Child } from './child.ts';
import { carriedText, scrambled } from './job.ts';

const carryKills = Number(process.env.SESSION_BROWSER_KILLS ?? (isFull ? 200 : 16));

describe(`a window that is killed ${carryKills} times while it makes sessions of other agents`, () => {
  let home = '';
  after(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('leaves whole ones or none', async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-carry-')));
    const script = await Child.prepare(home);
    const made = new Set<number>();
    for (let kill = 0; kill < carryKills; kill += 1) {
      const child = await Child.start(script, home);
      child.give({ kind: 'carry', first: kill * 1_000 });
      await child.hasDone(scrambled(kill) % 4);
      if (kill % 2 === 0) {
        await setTimeout(scrambled(~kill) % 40);
      } else {
        await nextDraft(home);
      }
      child.kill();
      for (const { number } of (await child.ended()).done) {
        made.add(number);
      }
    }
    const files = filesIn(home);
    const found = new Set<number>();
    let drafts = 0;
    for (const file of files) {
      if (isDraft(file)) {
        drafts += 1;
      } else if (basename(file) === '.project_root') {
        assert.match(readFileSync(file, 'utf8'), /^\/home\/ann\/project\d+$/);
      } else {
        const text = readFileSync(file, 'utf8');
        const lines = text.split('\n');
        assert.equal(lines.pop(), '', `${file} is torn.`);
        const isClaude = file.includes('.claude');
        assert.equal(lines.length, isClaude ? 3 : 4, `${file} is not whole.`);
        const [number = ''] = /(?<=project)\d+/.exec(file) ?? [];
        const answer = JSON.parse(lines[2] ?? '') as Answer;
        const said = isClaude ? answer.message?.content[0]?.text : answer.content;
        assert.ok(said === carriedText(Number(number)), `${file} says other things.`);
        assert.equal(found.has(Number(number)), false);
        found.add(Number(number));
      }
    }
    for (const number of made) {
      assert.ok(found.has(number), `Session ${number} is lost.`);
    }
    // Kills that hit nothing would prove nothing.
    assert.ok(drafts > carryKills / 8, `Only ${drafts} kills came while a session was written.`);
  });
});

function filesIn(home: string): readonly string[] {
  return ['.claude/projects', '.gemini/tmp']
    .map((store) => join(home, store))
    .filter((store) => existsSync(store))
    .flatMap((store) =>
      readdirSync(store, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
}

function isDraft(file: string): boolean {
  return file.endsWith('.session-browser.tmp');
}

/** Waits until one more session is being written. */
async function nextDraft(home: string): Promise<void> {
  const known = new Set(filesIn(home));
  while (!filesIn(home).some((file) => isDraft(file) && !known.has(file))) {
    await setImmediate();
  }
}

/** What both agents' logs have of an answer. */
interface Answer {
  readonly content?: string;
  readonly message?: { readonly content: readonly { readonly text: string }[] };
}
