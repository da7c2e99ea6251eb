import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { UserError } from '#core/userError.ts';
import { runImport } from '#host/terminal/runImport.ts';

describe('an import by an agent of its own', () => {
  const path = process.env.PATH;
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-browser-import-'));
    file = join(folder, 'once', 'session.json');
    mkdirSync(join(folder, 'once'));
    writeFileSync(file, '{"id":"ses_1"}');
    process.env.PATH = `${folder}${delimiter}${path ?? ''}`;
  });
  afterEach(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  });

  /** @param script of Node, as the agent's program. */
  function run(script: string | undefined, signal = new AbortController().signal): Promise<void> {
    if (script !== undefined) {
      const program = join(folder, process.platform === 'win32' ? 'taker.cmd' : 'taker');
      const source = join(folder, 'taker.mjs');
      writeFileSync(source, script);
      const call = `"${process.execPath}" "${source}"`;
      writeFileSync(
        program,
        process.platform === 'win32' ? `@${call} %*\r\n` : `#!/bin/sh\nexec ${call} "$@"\n`,
      );
      chmodSync(program, 0o755);
    }
    const args = ['import', file];
    const plan = { label: 'Taker', id: 'ses_1', executable: 'taker', args, cwd: folder, file };
    return runImport(plan, signal);
  }

  const readsFile = `
    import { readFileSync } from 'node:fs';
    const { id } = JSON.parse(readFileSync(process.argv[3], 'utf8'));`;

  it('gets the file, which is gone afterwards with its folder', async () => {
    await run(`${readsFile} console.log('Imported session: ' + id);`);
    assert.equal(existsSync(join(folder, 'once')), false);
  });

  for (const [name, script, said] of [
    ['it fails', `console.error('\\x1b[91mNo room\\x1b[0m'); process.exit(1);`, 'No room'],
    ['it ends well without having taken it', `console.log('File not found');`, 'File not found'],
  ] as const) {
    it(`says what the program said if ${name}, and the file is gone as well`, async () => {
      await assert.rejects(
        run(script),
        (error) =>
          error instanceof UserError &&
          error.message === `Taker did not import the session: ${said}`,
      );
      assert.equal(existsSync(join(folder, 'once')), false);
    });
  }

  it('says that the program is not on the PATH', async () => {
    await assert.rejects(run(undefined), /its program “taker” is not on the PATH of this window/);
    assert.equal(existsSync(join(folder, 'once')), false);
  });

  it('ends with the user’s wish', async () => {
    const abort = new AbortController();
    const done = run('setInterval(() => {}, 1000);', abort.signal);
    abort.abort();
    await assert.rejects(done, { name: 'AbortError' });
    assert.equal(existsSync(join(folder, 'once')), false);
  });
});
