import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copilotAdapter } from '#agents/copilot/adapter.ts';
import { CopilotCli } from '../record/copilot.ts';
import { ChatModel, type ChatMessage } from '../record/opencode.ts';
import { toldInChat } from './chatTold.ts';
import { idOf, storeOf, toldBy, type Told } from './ours.ts';

const program = process.env.SESSION_BROWSER_COPILOT ?? '';

describe('What Copilot CLI gives a model when it resumes', () => {
  let folder = '';
  let model: ChatModel;
  let copilot: CopilotCli;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
    model = new ChatModel();
    copilot = new CopilotCli(folder, program, await model.listen());
  });
  afterEach(() => {
    model.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  /** Resumes the one session by its ID, once for each prompt, and compares what was sent. */
  const resume = async (...prompts: readonly string[]) => {
    const store = storeOf(copilotAdapter, copilot.home);
    const [log = ''] = copilot.sessions();
    for (const prompt of prompts) {
      const told = await toldBy(store, log);
      await copilot.say(prompt, `--resume=${idOf(store, log)}`);
      const sent = theirs(model.requests.at(-1));
      assert.deepEqual(sent.slice(0, -1), told);
      // It adds the time to each prompt, and keeps it.
      assert.ok(sent.at(-1)?.text?.endsWith(`\n\n${prompt}`));
      assert.deepEqual((await toldBy(store, log)).at(told.length), sent.at(-1));
    }
    assert.equal(copilot.sessions().length, 1);
    return store;
  };

  it('is what the product would, with thoughts, commands, edits and failures', async () => {
    const path = join(copilot.project, 'a.txt');
    writeFileSync(path, 'one\ntwo\n');
    model.answers = [
      { reasoning: 'First read.', text: 'I read it.', calls: [['view', { path }]] },
      { calls: [['edit', { path, old_str: 'two', new_str: 'three' }]] },
      { calls: [['bash', { command: 'echo oops >&2; exit 3', description: 'Fails' }]] },
      { calls: [['view', { path: join(copilot.project, 'missing.txt') }]] },
      { text: 'It is done.' },
    ];
    await copilot.say('Change the file');
    const store = await resume('Thanks', 'and', 'Again');
    assert.ok(model.requests.length >= 8);
    const [listing] = await store.list([copilot.project]);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage, cwd, turn }) => [firstUserMessage, cwd, turn]),
      [['Change the file', copilot.project, 'done']],
    );
  });

  it('is what the product would after a compaction', async () => {
    model.answers = [{ text: 'Blue.' }, { text: 'Green.' }, { text: 'Two colors.' }];
    await copilot.say('Name a color');
    await copilot.say('Name another', '--continue');
    await copilot.say('/compact', '--continue');
    await resume('And a third?', 'Thanks');
    const sent = theirs(model.requests.at(-1));
    assert.equal(
      sent.some(({ text }) => text === 'Blue.'),
      false,
    );
  });
});

/**
 * What was sent, adjusted for one more intended difference: before the summary of a compaction, Copilot CLI
 * says again what the user said.
 */
function theirs(messages: readonly ChatMessage[] | undefined): readonly Told[] {
  return toldInChat(messages).map((told) =>
    told.text === undefined ? told : { ...told, text: told.text.replace(repeatedPrompts, '') },
  );
}

const repeatedPrompts =
  /(?<=^Some of the conversation history has been summarized [^\n]*\n\n)You were originally given instructions .*?<\/user_message>\n\n(?=Here is a summary)/s;
