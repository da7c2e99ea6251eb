import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { ClaudeCode, MessagesModel, type MessageBlock } from '../record/claude.ts';
import { toldInMessages } from './messagesTold.ts';
import { idOf, storeOf, toldBy } from './ours.ts';
import { restored } from './restored.ts';

const program = process.env.SESSION_BROWSER_CLAUDE ?? '';

describe('What Claude Code gives a model when it resumes', () => {
  let folder = '';
  let model: MessagesModel;
  let claude: ClaudeCode;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
    model = new MessagesModel();
    claude = new ClaudeCode(folder, program, await model.listen());
  });
  afterEach(() => {
    model.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  const text = (said: string): MessageBlock => ({ type: 'text', text: said });
  const call = (name: string, input: unknown): MessageBlock => ({ type: 'tool_use', name, input });

  /** Resumes the one session by its ID, once for each prompt, and compares what was sent. */
  const resume = async (...prompts: readonly string[]) => {
    const store = storeOf(claudeAdapter, claude.home);
    const [path = ''] = claude.sessions();
    for (const prompt of prompts) {
      const told = await toldBy(store, path);
      await claude.say(prompt, '--resume', idOf(store, path));
      assert.deepEqual(toldInMessages(model.requests.at(-1)), [
        ...told,
        { role: 'user', text: prompt },
      ]);
    }
    assert.equal(claude.sessions().length, 1);
    return store;
  };

  it('is what the product would, with thoughts, commands, edits and failures', async () => {
    const file = join(claude.project, 'a.txt');
    writeFileSync(file, 'one\ntwo\n');
    model.answers = [
      [
        { type: 'thinking', thinking: 'First read.' },
        text('I read it.'),
        call('Read', { file_path: file }),
        call('Bash', { command: 'ls', description: 'Lists' }),
      ],
      [call('Edit', { file_path: file, old_string: 'two', new_string: 'three' })],
      [
        call('Bash', {
          command: "echo oops >&2; printf '\\033[1mü'; exit 3",
          description: 'Fails',
        }),
      ],
      [call('Read', { file_path: join(claude.project, 'missing.txt') })],
      [text('It is done.')],
    ];
    await claude.say('Change the file');
    const store = await resume('Thanks', 'and this?', 'Once more');
    assert.ok(model.requests.length >= 8);
    const [listing] = await store.list([claude.project]);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage, cwd, turn }) => [firstUserMessage, cwd, turn]),
      [['Change the file', claude.project, 'done']],
    );
  });

  it('is what it was, after the session was deleted and restored', async () => {
    writeFileSync(join(claude.project, 'a.txt'), 'one\n');
    model.answers = [
      [text('I read it.'), call('Bash', { command: 'cat a.txt', description: 'Reads' })],
      [text('It says one.')],
    ];
    await claude.say('Read the file');
    const [path = ''] = claude.sessions();
    await restored(claudeAdapter, claude.home, path, dirname(path));
    await resume('And now?', 'Thanks');
    assert.ok(
      toldInMessages(model.requests.at(-1)).some(({ text: said }) => said === 'It says one.'),
    );
  });

  it('is what the product would after a compaction', async () => {
    model.answers = [[text('Blue.')], [text('Green.')], [text('<summary>Two colors.</summary>')]];
    await claude.say('Name a color');
    await claude.say('Name another', '--continue');
    await claude.say('/compact', '--continue');
    await resume('And a third?', 'Thanks');
    assert.equal(
      toldInMessages(model.requests.at(-1)).some(({ text: said }) => said === 'Blue.'),
      false,
    );
  });
});
