import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { opencodeAdapter } from '#agents/opencode/adapter.ts';
import { ChatModel, Opencode } from '../record/opencode.ts';
import { indexText, messagesOf } from '../support/sampleLog.ts';
import { toldInChat } from './chatTold.ts';
import { toldIn, type Told } from './ours.ts';

const program = process.env.SESSION_BROWSER_OPENCODE ?? '';

describe('What opencode gives a model when it resumes', () => {
  let folder = '';
  let model: ChatModel;
  let opencode: Opencode;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
    model = new ChatModel();
    opencode = new Opencode(folder, program, await model.listen());
  });
  afterEach(() => {
    model.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  it('is what the product would, with thoughts, commands, edits and failures', async () => {
    const file = join(opencode.project, 'a.txt');
    writeFileSync(file, 'one\ntwo\n');
    model.answers = [
      {
        reasoning: 'First read.',
        text: 'I read it.',
        calls: [
          ['read', { filePath: file }],
          ['glob', { pattern: '*.txt' }],
        ],
      },
      { calls: [['edit', { filePath: file, oldString: 'two', newString: 'three' }]] },
      { calls: [['bash', { command: 'echo oops >&2; exit 3', description: 'Fails' }]] },
      { calls: [['read', { filePath: join(opencode.project, 'missing.txt') }]] },
      { text: 'It is done.' },
    ];
    await opencode.say('Change the file');
    for (const prompt of ['Thanks', 'and', 'Again']) {
      const told = await ours();
      await opencode.say(prompt, '--continue');
      assert.deepEqual(toldInChat(model.requests.at(-1)), [
        ...told,
        { role: 'user', text: prompt },
      ]);
    }
    assert.ok(model.requests.length >= 8);
  });

  /** From what opencode exports, which has the shape of the records in its database. */
  async function ours(): Promise<readonly Told[]> {
    const { info, messages } = await opencode.exported();
    const text = [{ info }, ...messages].map((line) => `${JSON.stringify(line)}\n`).join('');
    return toldIn(messagesOf(indexText(text, opencodeAdapter.decode), opencodeAdapter.decode));
  }
});
