import assert from 'node:assert/strict';
import { logPath, project, startLine, turnLine, userLine } from '../support/keenStore.ts';
import { edit, tools } from '../support/sessionTools.ts';

describe('the sessions of a file', () => {
  const edits = (id: string, prompt: string, path: string, text: string) =>
    startLine(id) + userLine(2, prompt) + turnLine(3, 'Done.', edit(path, text));

  it('are its edits, newest first, with the prompt that led to each', async () => {
    const { call } = tools({
      [logPath('old')]: edits('old', 'Begin it', 'src/a.ts', 'one'),
      [logPath('new')]: edits('new', 'Change it', `${project}/src/a.ts`, 'two'),
      [logPath('none')]: edits('none', 'Elsewhere', 'src/b.ts', 'three'),
    });
    const text = await call('sessions_of_file', { path: 'src/a.ts' });
    assert.match(text, /^Recorded edits of “src\/a\.ts”, newest first: 2\.$/m);
    assert.match(
      text,
      /^1\. .* · Keen Code · \+1 −1 · prompt: “Change it” · .*ID `new` · vscode:.*row=3\.\d$/m,
    );
    assert.match(text, /^2\. .* · prompt: “Begin it” · /m);
    assert.match(text, /^Looked at 3 of 3 sessions, newest first\.$/m);
    assert.equal(
      await call('sessions_of_file', { path: `${project}/src/../src/a.ts` }),
      text.replace('“src/a.ts”', `“${project}/src/../src/a.ts”`),
    );
    assert.match(await call('sessions_of_file', { path: 'a.ts' }), /newest first: 0\./);
  });

  it('are looked for only in sessions that name it', async () => {
    const { call, disk } = tools({
      [logPath('a')]: edits('a', 'Begin it', 'src/a.ts', 'one'),
      [logPath('b')]: edits('b', 'Elsewhere', 'src/b.ts', 'x'.repeat(3_000_000)),
    });
    await call('find_sessions', {});
    disk.resetWork();
    await call('sessions_of_file', { path: 'src/a.ts' });
    assert.ok(disk.work.bytesRead < 9_000_000, String(disk.work.bytesRead));
  });

  it('end when there are enough, or when it takes too long', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((id) => [logPath(id), edits(id, `Prompt ${id}`, 'src/a.ts', id)]),
    );
    const { call } = tools(files);
    const one = await call('sessions_of_file', { path: 'src/a.ts', limit: 1 });
    assert.match(one, /Looked at \d of 3 sessions, newest first\. There may be older edits\./);
    let now = 0;
    const slow = tools(files, () => (now += 10_000));
    const text = await slow.call('sessions_of_file', { path: 'src/a.ts' });
    assert.match(text, /Looked at 1 of 3 sessions/);
  });
});
