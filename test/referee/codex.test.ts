import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { Codex, ran, ResponsesModel, said, thought } from '../record/codex.ts';
import { toldInResponses } from './responsesTold.ts';
import { idOf, storeOf, toldBy, type Told } from './ours.ts';
import { restored } from './restored.ts';

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
      assert.deepEqual(toldInResponses(model.requests.at(-1)), [
        ...told,
        { role: 'user', text: prompt },
      ]);
    }
    assert.ok(model.requests.length >= 8);
    assert.equal(codex.sessions().length, 1);
    const [listing] = await store.list([codex.project]);
    assert.deepEqual(
      listing?.sessions.map(({ firstUserMessage, cwd, turn }) => [firstUserMessage, cwd, turn]),
      [['Change the file', codex.project, 'done']],
    );
  });

  it('is what it was, after the session was deleted and restored', async () => {
    writeFileSync(join(codex.project, 'a.txt'), 'one\n');
    model.answers = [[said('I read it.'), ran('cat a.txt', 'a')], [said('It says one.')]];
    await codex.say('Read the file');
    const store = storeOf(codexAdapter, codex.home);
    const [path = ''] = codex.sessions();
    const told = await toldBy(store, path);
    await restored(codexAdapter, codex.home, path, join(codex.home, '.codex', 'sessions'));
    await codex.say('And now?', 'resume', idOf(store, path));
    assert.deepEqual(toldInResponses(model.requests.at(-1)), [
      ...told,
      { role: 'user', text: 'And now?' },
    ]);
    assert.deepEqual(codex.sessions(), [path]);
  });

  it('is what the product would after Codex compacted the conversation, also twice', async () => {
    writeFileSync(join(codex.project, 'a.txt'), 'one\n');
    model.answers = [[said('I read it.'), ran('cat a.txt', 'a')], [said('It says one.')]];
    await codex.say('Read the file');
    const store = storeOf(codexAdapter, codex.home);
    const [path = ''] = codex.sessions();
    const resume = (prompt: string, ...options: readonly string[]) =>
      codex.say(prompt, ...options, 'resume', idOf(store, path));
    for (const summary of ['The file says one.', 'Nothing was changed.']) {
      model.answers = [[said(summary)], [said('Compacted.')], [said('Once more.')]];
      await resume('Go on', '-c', `model_auto_compact_token_limit=900`);
      const told = await toldBy(store, path);
      assert.ok(told.some(({ text }) => text?.endsWith(summary) === true));
      await resume('And now?');
      assert.deepEqual(toldInResponses(model.requests.at(-1)), [
        ...told,
        { role: 'user', text: 'And now?' },
      ]);
    }
    assert.equal((await conversationOf(store, path)).compactions, 2);
  });

  it('is what the product would after compactions of 2025, which have only a summary', async () => {
    // More than the 20,000 tokens of prompts that stay; an older one does not.
    const long = 'long '.repeat(17_000);
    await codex.say('The first');
    const store = storeOf(codexAdapter, codex.home);
    const [path = ''] = codex.sessions();
    const resume = (prompt: string, ...options: readonly string[]) =>
      codex.say(prompt, ...options, 'resume', idOf(store, path));
    const compacted = async (prompt: string) => {
      model.answers = [[said(`Before ${prompt}`)], [said('Compacted.')]];
      await resume(prompt, '-c', 'model_auto_compact_token_limit=900');
      writeFileSync(path, asOf2025(readFileSync(path, 'utf8')));
    };
    await compacted('the second');
    const told = await toldBy(store, path);
    assert.deepEqual(
      told.slice(0, 1).map(({ text }) => text),
      ['The first'],
    );
    await resume(long);
    assert.deepEqual(withoutFolder(model), [...told, { role: 'user', text: long }]);
    await compacted('the third');
    const [first, ...rest] = await toldBy(store, path);
    assert.equal(first?.text, long);
    await resume('And now?');
    // Codex cuts its middle out; here it is whole.
    const [start, cut, end, ...sent] = withoutFolder(model);
    assert.match(cut?.text ?? '', /truncated/);
    assert.ok(start?.text !== undefined && long.startsWith(start.text));
    assert.ok(end?.text !== undefined && long.endsWith(end.text));
    assert.equal(start.text.length + end.text.length, 80_000);
    assert.deepEqual(sent, [...rest, { role: 'user', text: 'And now?' }]);
  });
});

/** A rollout whose compactions have only a summary. */
function asOf2025(rollout: string): string {
  return rollout.replace(/^.*"type":"compacted".*$/gm, (line) => {
    const { payload, ...record } = JSON.parse(line) as { payload: { message: string } };
    return JSON.stringify({ ...record, payload: { message: payload.message } });
  });
}

/** What was sent, without what Codex then says anew of the folder: the history that it rebuilt lacks that. */
function withoutFolder(model: ResponsesModel): readonly Told[] {
  return toldInResponses(model.requests.at(-1)).filter(
    ({ text }) => text?.startsWith('<environment_context>') !== true,
  );
}
