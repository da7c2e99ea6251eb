import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { Gemini, StandInModel, type Content, type Part } from './gemini.ts';
import { idOf, storeOf, toldBy, type Told } from './ours.ts';

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
      assert.deepEqual([...told, { role: 'user', text: prompt }], theirs(model.requests.at(-1)));
    }
    assert.ok(model.requests.length >= 9);
    const [listing] = await fresh().list([gemini.project]);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage, cwd }) => [firstUserMessage, cwd]),
      [['Change the file', gemini.project]],
    );
  });
});

/**
 * What was sent, adjusted for all intended differences:
 *
 * - What the conversation is opened with is left out: it is about the machine and the day.
 * - Each result is sent once. 0.61.0 repeats those that have a line of their own, too, and where
 *   several calls were made at once, it gives each the results of all.
 * - Calls are paired by their order: IDs are made again.
 */
function theirs(contents: readonly Content[] = []): readonly Told[] {
  return contents.flatMap(({ role, parts }) => {
    const results = new Set<string>();
    return parts
      .filter(({ text, functionResponse }) => {
        const result = JSON.stringify(functionResponse ?? null);
        const isRepeated = functionResponse !== undefined && results.has(result);
        results.add(result);
        return !isRepeated && text?.startsWith('<session_context>') !== true;
      })
      .map((part) => partTold(role === 'model' ? 'assistant' : 'user', part));
  });
}

function partTold(role: string, { text, functionCall, functionResponse }: Part): Told {
  if (functionCall !== undefined) {
    return { role, call: { name: functionCall.name, args: functionCall.args } };
  }
  if (functionResponse !== undefined) {
    const { output, error } = functionResponse.response;
    return { role, result: output ?? error };
  }
  return { role, text: text ?? '' };
}
