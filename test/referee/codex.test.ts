import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { Codex, ran, ResponsesModel, said, thought, type Item } from '../record/codex.ts';
import { idOf, storeOf, toldBy, type Told } from './ours.ts';

const program = process.env.SESSION_BROWSER_CODEX ?? '';

describe('What Codex gives a model when it resumes', () => {
  let folder = '';
  let model: ResponsesModel;
  let codex: Codex;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'referee-')));
    model = new ResponsesModel();
    codex = new Codex(folder, program, await model.listen());
  });
  afterEach(() => {
    model.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  it('is what the product would, with thoughts, commands, patches and failures', async () => {
    writeFileSync(join(codex.project, 'a.txt'), 'one\ntwo\n');
    model.answers = [
      [thought('**Plan** First read.'), said('I read it.'), ran('cat a.txt', 'a'), ran('ls', 'b')],
      [ran("sed -i s/two/three/ a.txt; printf '\\033[1mbold\\033[0m ü'", 'c')],
      [ran('echo oops >&2; exit 3', 'd')],
      [ran('cat missing.txt', 'e')],
      [said('It is done.')],
    ];
    await codex.say('Change the file');
    const store = storeOf(codexAdapter, codex.home);
    const [path = ''] = codex.sessions();
    for (const prompt of ['Thanks', 'and this?', 'Once more']) {
      const told = await toldBy(store, path);
      await codex.say(prompt, 'resume', idOf(store, path));
      assert.deepEqual(theirs(model.requests.at(-1)), [...told, { role: 'user', text: prompt }]);
    }
    assert.ok(model.requests.length >= 8);
    assert.equal(codex.sessions().length, 1);
    const [listing] = await store.list([codex.project]);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage, cwd, turn }) => [firstUserMessage, cwd, turn]),
      [['Change the file', codex.project, 'done']],
    );
  });
});

/**
 * What was sent, adjusted for all intended differences:
 *
 * - Messages of the developer are left out: they are about Codex's own tools.
 * - Reasoning is left out. It is encrypted or signed for one model, and no other accepts it.
 */
function theirs(items: readonly Item[] = []): readonly Told[] {
  return items.flatMap((item): readonly Told[] => {
    switch (item.type) {
      case 'message':
        return item.role === 'developer'
          ? []
          : (item.content ?? []).map(({ text = '' }) => ({ role: item.role ?? '', text }));
      case 'function_call':
        return [
          {
            role: 'assistant',
            call: { name: item.name, args: JSON.parse(item.arguments ?? '') as unknown },
          },
        ];
      case 'function_call_output':
        return [{ role: 'user', result: item.output }];
      case 'reasoning':
        return [];
      default:
        return [{ role: item.type }];
    }
  });
}
