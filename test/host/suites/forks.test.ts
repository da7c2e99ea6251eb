import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { SessionRef } from '#core/events/session.ts';
import { commandIds } from '#host/vscode/contributions.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { readKeenStrictly } from '../../support/strictKeenReader.ts';
import { activateProduct, scriptedModel } from '../support/extensions.ts';
import { drawnChat } from '../support/chat.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { PiSession } from '../support/piSession.ts';
import { closeEditors, pathsOfAgents, replayTabs } from '../support/sessionList.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

describe('the fork of a session', () => {
  let api: SessionBrowserApi;
  const made: { readonly remove: () => void }[] = [];
  before(async () => {
    api = (await activateProduct()).exports as SessionBrowserApi;
  });
  beforeEach(closeEditors);
  afterEach(async () => {
    for (const session of made.splice(0)) {
      session.remove();
    }
    await closeEditors();
    await vscode.commands.executeCommand(commandIds.refresh);
  });

  it('has all of it, a link back, and its replay in front; the original stays as it is', async () => {
    const old = keen('55555555-aaaa-4aaa-8aaa-000000000001', said('One'), answered('1'));
    const before = readFileSync(old.path, 'utf8');
    const forked = await fork({ path: old.path });
    assert.deepEqual(contents(forked), ['One', '1']);
    assert.equal(readFileSync(old.path, 'utf8'), before);
    const listed = (await api.listSessions()).find(({ path }) => path === forked.path);
    assert.deepEqual(listed?.parent, { id: old.id, path: old.path });
    await until(() => {
      assert.deepEqual(
        replayTabs().map(({ label, isActive }) => [label, isActive]),
        [['One (Fork)', true]],
      );
    });
    await closeEditors();
    const parent: unknown = await vscode.commands.executeCommand(commandIds.openParent, forked);
    assert.deepEqual(parent, { agent: 'keen', id: old.id, path: old.path });
    const child: unknown = await vscode.commands.executeCommand(commandIds.goToRelative, old);
    assert.deepEqual(child, { ...forked });
  });

  it('says in its tab that it is one, however long its title is', async () => {
    const title = 'A question that is longer than the title of any tab';
    const old = keen('55555555-aaaa-4aaa-8aaa-000000000005', said(title), answered('1'));
    await fork({ path: old.path });
    await until(() => {
      assert.deepEqual(
        replayTabs().map(({ label }) => label),
        ['A question that is longer than th… (Fork)'],
      );
    });
  });

  it('ends with the row that it was made from', async () => {
    const old = keen(
      '55555555-aaaa-4aaa-8aaa-000000000002',
      said('One'),
      answered('1'),
      said('Two'),
      answered('2'),
    );
    assert.deepEqual(contents(await fork({ path: old.path, rowId: '3.0' })), ['One', '1']);
    assert.deepEqual(contents(await fork({ path: old.path, rowId: '4.0' })), ['One', '1', 'Two']);
  });

  it('of another agent is a session of Keen that carries the conversation of that branch', async () => {
    const old = new PiSession(
      '0199c0de-0000-7000-8000-00000000f00d',
      { id: 'aa000001', parent: null, role: 'user', text: 'Asked' },
      { id: 'aa000002', parent: 'aa000001', role: 'assistant', text: 'Given up' },
      { id: 'aa000003', parent: 'aa000001', role: 'assistant', text: 'Answered' },
    );
    made.push(old);
    await vscode.commands.executeCommand(commandIds.refresh);
    const whole = await fork({ path: old.path });
    assert.equal(whole.agent, 'keen');
    assert.deepEqual(contents(whole), ['Asked', 'Answered']);
    const listed = (await api.listSessions()).find(({ path }) => path === whole.path);
    assert.deepEqual(listed?.parent, { id: old.id, path: old.path });
    assert.deepEqual(contents(await fork({ path: old.path, rowId: '3.0' })), ['Asked', 'Given up']);
    assert.equal(readFileSync(old.path, 'utf8'), old.bytes);
    const parent: unknown = await vscode.commands.executeCommand(commandIds.openParent, whole);
    assert.deepEqual(parent, { agent: 'pi', id: old.id, path: old.path });
  });

  itInFull('is drawn with all its turns when it is resumed in the chat', async () => {
    await scriptedModel();
    const old = keen(
      '55555555-aaaa-4aaa-8aaa-000000000004',
      said('One'),
      answered('1'),
      said('Two'),
      answered('2'),
    );
    const forked = await fork({ path: old.path });
    await vscode.commands.executeCommand(commandIds.resumeInChat, forked);
    const { turns } = await drawnChat();
    assert.deepEqual(
      turns.map(({ request }) => request),
      ['One', 'Two'],
    );
    assert.match(turns[0]?.markdown ?? '', /was forked from another one[^]*1/);
  });

  it('is not made from a row that is not there', async () => {
    const old = keen('55555555-aaaa-4aaa-8aaa-000000000003', said('One'), answered('1'));
    const before = await pathsOfAgents(api);
    assert.equal(await run({ path: old.path, rowId: '99.0' }), undefined);
    assert.deepEqual(await pathsOfAgents(api), before);
    assert.deepEqual(replayTabs(), []);
  });

  function keen(...args: ConstructorParameters<typeof KeenSession>): KeenSession {
    const session = new KeenSession(...args);
    made.push(session);
    return session;
  }

  function run(argument: object): Thenable<unknown> {
    return vscode.commands.executeCommand(commandIds.fork, argument);
  }

  async function fork(argument: object): Promise<SessionRef> {
    const ref = (await run(argument)) as SessionRef | undefined;
    assert.ok(ref, 'It was not forked.');
    made.push({
      remove: () => {
        rmSync(dirname(ref.path), { recursive: true, force: true });
      },
    });
    return ref;
  }

  function contents({ path }: SessionRef): readonly string[] {
    return readKeenStrictly(readFileSync(path)).conversation.map(({ content }) => content);
  }
});
