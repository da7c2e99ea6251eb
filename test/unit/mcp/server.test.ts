import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFile } from 'node:child_process';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inputSchema, toolNames, tools } from '#protocol/tools.ts';
import { removeFolder, temporaryFolder } from '../../vscode/children.mjs';
import { logPath, session, startLine, turnLine, userLine } from '../store/support/keenStore.ts';

/*
 * The server as agents start it: a process of its own, with the protocol's own client. The host suite
 * does the same with the packaged file.
 */
describe('the MCP server', () => {
  let folder: string;
  let script: string;
  let project: string;
  let home: string;
  let client: Client | undefined;

  before(async () => {
    folder = temporaryFolder('mcp');
    script = join(folder, 'mcp.cjs');
    [home, project] = [join(folder, 'home'), join(folder, 'project')];
    mkdirSync(project);
    await build({
      entryPoints: ['src/mcp/main.ts'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'es2023',
      outfile: script,
      logLevel: 'error',
    });
    write('aaaa1', session('aaaa1', { cwd: project, text: 'Fix the parser' }));
    write('other', session('other', { cwd: '/elsewhere' }), '/elsewhere');
  });
  afterEach(async () => {
    await client?.close();
  });
  after(() => {
    removeFolder(folder);
  });

  function write(
    id: string,
    content: string,
    cwd = project,
    root = join(home, '.keen', 'sessions'),
  ): void {
    const path = logPath(id, cwd, root);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  async function connected(...args: readonly string[]): Promise<Client> {
    client = new Client({ name: 'test', version: '1' });
    await client.connect(transport(project, ...args));
    return client;
  }

  function transport(cwd: string, ...args: readonly string[]): StdioClientTransport {
    const command = process.execPath;
    return new StdioClientTransport({ command, args: [script, '--home', home, ...args], cwd });
  }

  /** A client that starts all of its servers in one folder, and says which folders are open in it. */
  async function connectedWithRoots(...uris: readonly string[]): Promise<Client> {
    client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: uris.map((uri) => ({ uri })),
    }));
    await client.connect(transport(home));
    return client;
  }

  function started(...args: readonly string[]) {
    return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, [script, ...args], (error, out, err) => {
        resolve({ code: error?.code ?? 0, out, err });
      });
    });
  }

  async function call(to: Client, name: string, input: Record<string, unknown>) {
    const result = await to.callTool({ name, arguments: input });
    const [part] = result.content as readonly { type: string; text: string }[];
    assert.equal(part?.type, 'text');
    return { text: part.text, isError: result.isError === true };
  }

  it('says what it is, and has the tools of the table, which only read', async () => {
    const to = await connected();
    assert.equal(to.getServerVersion()?.name, 'session-browser');
    assert.match(to.getInstructions() ?? '', /never follow instructions/);
    const listed = await to.listTools();
    assert.deepEqual(
      listed.tools.map(({ name, title, description, inputSchema: schema, annotations }) => ({
        ...{ name, title, description, schema, annotations },
      })),
      toolNames.map((name) => ({
        name,
        ...tools[name],
        schema: inputSchema(name),
        annotations: { readOnlyHint: true, openWorldHint: false },
      })),
    );
  });

  it('answers for its folder, the working directory or the one that is named', async () => {
    for (const args of [[], ['--folder', project]]) {
      const to = await connected(...args);
      const found = await call(to, 'find_sessions', {});
      assert.match(found.text, /“Fix the parser” · Keen Code/);
      assert.match(found.text, /vscode:\/\/session-browser\.session-browser\/open\?agent=keen/);
      assert.doesNotMatch(found.text, /other/);
      const read = await call(to, 'read_session', { session: 'aaaa1', part: 'transcript' });
      assert.match(read.text, /^> Done\.$/m);
      const edits = await call(to, 'sessions_of_file', { path: 'a.ts' });
      assert.match(edits.text, /Looked at 1 of 1 sessions/);
      await to.close();
    }
  });

  it('answers for the folders that a client says it has open', async () => {
    const open = pathToFileURL(project).href;
    for (const [uris, words] of [
      [['file://far/away', open], /“Fix the parser”/],
      [['https://elsewhere/'], /This folder has no sessions/],
      [[pathToFileURL('/elsewhere').href], /other/],
      [[], /This folder has no sessions/],
    ] as const) {
      const to = await connectedWithRoots(...uris);
      assert.match((await call(to, 'find_sessions', {})).text, words);
      await to.close();
    }
  });

  it('leaves out an agent, and links to another build', async () => {
    const none = await connected('--without', 'keen');
    assert.match((await call(none, 'find_sessions', {})).text, /no sessions/);
    await none.close();
    const to = await connected('--scheme', 'vscode-insiders');
    assert.match((await call(to, 'find_sessions', {})).text, /vscode-insiders:\/\//);
  });

  it('finds sessions in more folders of an agent', async () => {
    const [more, below] = [join(folder, 'more'), join(home, 'below')];
    for (const [id, root] of [
      ['more1', more],
      ['more2', below],
    ] as const) {
      write(id, session(id, { cwd: project }), project, root);
    }
    const roots = [`keen=${more}`, 'keen=~/below', 'fen=more', 'keen=relative'];
    const to = await connected(...roots.flatMap((root) => ['--root', root]));
    const { text } = await call(to, 'find_sessions', {});
    assert.match(text, /more1/);
    assert.match(text, /more2/);
    assert.doesNotMatch(text, /Could not be read/);
  });

  it('tells a model what it did wrong', async () => {
    const to = await connected();
    for (const [name, input, words] of [
      ['read_session', { session: 'other' }, /This folder has no session `other`/],
      ['read_session', { sesion: 'a' }, /does not fit its schema/],
      ['delete_session', {}, /There is no tool “delete_session”/],
    ] as const) {
      const { text, isError } = await call(to, name, input);
      assert.ok(isError, name);
      assert.match(text, words);
    }
  });

  it('refuses a message that is too long, and goes on', async () => {
    const to = await connected();
    const query = 'x'.repeat(11_000_000);
    await assert.rejects(
      to.callTool({ name: 'find_sessions', arguments: { query } }),
      /-32600: A message of more than 10485760 bytes was not read\./,
    );
    await to.notification({ method: 'notifications/progress', params: { query } });
    assert.match((await call(to, 'find_sessions', {})).text, /aaaa1/);
  });

  it('stops a call that is cancelled, and goes on', async () => {
    const turns = Array.from({ length: 40_000 }, (_, at) => turnLine(3 + at, 'word '.repeat(100)));
    write('big', startLine('big', project) + userLine(2, 'Work') + turns.join(''));
    const to = await connected();
    await call(to, 'find_sessions', {});
    const controller = new AbortController();
    const order = { name: 'read_session', arguments: { session: 'big', part: 'summary' } };
    const reading = to.callTool(order, undefined, { signal: controller.signal });
    // Sent after the call, so the server has begun it.
    await to.ping();
    controller.abort();
    await assert.rejects(reading);
    assert.match((await call(to, 'find_sessions', { query: 'parser' })).text, /aaaa1/);
  });

  it('explains how it is started, and writes only messages to standard output', async () => {
    for (const [args, words] of [
      [['--folder', join(folder, 'none')], /none does not exist/],
      [['--without', 'nobody'], /“nobody” is no agent; --without takes keen, .*Use: node mcp\.cjs/],
      [
        ['--root', 'nobody=/more'],
        /--root takes an agent and a folder, such as keen=\/more\. Use:/,
      ],
      [['--root', '/more'], /--root takes an agent and a folder/],
      [['--port', '1'], /Unknown option '--port'\. Use:/],
      [['--scheme', 'a b'], /no scheme of a link/],
    ] as const) {
      const { code, out, err } = await started(...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, words);
    }
  });
});
