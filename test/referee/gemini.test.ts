import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { Gemini, StandInModel, type Part } from './gemini.ts';
import { toldInContents } from './geminiTold.ts';
import { idOf, storeOf, toldBy } from './ours.ts';

const program = process.env.SESSION_BROWSER_GEMINI ?? '';

describe('What Gemini CLI gives a model when it resumes', () => {
  let folder = '';
  let model: StandInModel;
  let gemini: Gemini;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
    model = new StandInModel();
    gemini = new Gemini(folder, program, await model.listen());
  });
  afterEach(() => {
    model.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  it('is what the product would, with tools, commands and thoughts', async () => {
    writeFileSync(join(gemini.project, 'a.txt'), 'one\ntwo\n');
    const call = (name: string, args: Readonly<Record<string, unknown>>): Part => ({
      functionCall: { name, args },
    });
    model.answers = [
      [
        { text: '**Plan** First read.', thought: true },
        { text: 'I read it.' },
        call('read_file', { file_path: 'a.txt' }),
        call('list_directory', { dir_path: '.' }),
      ],
      [
        call('replace', {
          file_path: 'a.txt',
          instruction: 'Count',
          old_string: 'two',
          new_string: 'three',
        }),
      ],
      [call('run_shell_command', { command: 'echo oops; exit 3' })],
      [call('read_file', { file_path: 'missing.txt' })],
      [{ text: 'It is done.' }],
    ];
    await gemini.say('Change the file');
    const fresh = () => storeOf(geminiAdapter, gemini.home);
    const newest = () => gemini.sessions()[0] ?? '';
    for (const prompt of ['Thanks', '/unknown command', '? and this', 'Once more']) {
      const told = await toldBy(fresh(), newest());
      await gemini.say(prompt, '--resume', idOf(fresh(), newest()));
      assert.deepEqual(
        [...told, { role: 'user', text: prompt }],
        toldInContents(model.requests.at(-1)),
      );
    }
    assert.ok(model.requests.length >= 9);
    const [listing] = await fresh().list([gemini.project]);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage, cwd }) => [firstUserMessage, cwd]),
      [['Change the file', gemini.project]],
    );
  });
});
