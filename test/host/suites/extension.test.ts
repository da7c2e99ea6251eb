import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { SessionCatalog } from '#host/list/sessionCatalog.ts';
import { openInExtension } from '#host/commands/openInExtension.ts';
import { extensionUri } from '#host/vscode/extensionUri.ts';
import type { WorkerClient } from '#host/worker/workerClient.ts';
import { catalogOf, installedWorker } from '../support/worker.ts';

describe('Open in Agent’s Extension', () => {
  const id = '7a3f21d0-4b8e-4c19-9d52-0e6b81f4c7a3';
  /** What is installed, as far as it matters. */
  const having = (...ids: readonly string[]) => ({
    getExtension: <T>(wanted: string) =>
      ids.includes(wanted) ? ({ id: wanted } as vscode.Extension<T>) : undefined,
  });
  const withClaude = having('anthropic.claude-code');
  let worker: WorkerClient;
  let catalog: SessionCatalog;
  let session: SessionSummary;

  before(async () => {
    worker = await installedWorker();
    catalog = catalogOf(worker);
    await catalog.refresh();
    const found = catalog.all().find((each) => each.id === id);
    assert.ok(found, `${id} is not listed.`);
    session = found;
  });
  after(() => {
    worker.dispose();
  });

  const opened = async (which: SessionSummary, installed = withClaude) => {
    const uris: string[] = [];
    const open = (uri: vscode.Uri) => {
      uris.push(uri.toString());
      return Promise.resolve(true);
    };
    await openInExtension(catalog, which, (each) => extensionUri(each, installed), open);
    return uris;
  };

  it('opens the session by the address of the extension', async () => {
    const [uri, ...others] = await opened(session);
    assert.deepEqual(others, []);
    const { scheme, authority, path, query } = vscode.Uri.parse(uri ?? '', true);
    assert.deepEqual(
      { scheme, authority, path, query },
      {
        scheme: vscode.env.uriScheme,
        authority: 'anthropic.claude-code',
        path: '/open',
        query: `session=${id}`,
      },
    );
  });

  it('is offered for nothing that no installed extension opens', async () => {
    assert.equal(extensionUri(session, having()), undefined);
    assert.equal(extensionUri({ ...session, id: '--help' }, withClaude), undefined);
    assert.equal(extensionUri({ ...session, agent: 'keen' }, withClaude), undefined);
    await assert.rejects(opened(session, having()), UserError);
  });

  it('opens no session of another folder, in whose place the extension shows none', async () => {
    const elsewhere = { ...session, id: id.replace('7', '8'), path: `${session.path}.elsewhere` };
    await assert.rejects(opened(elsewhere), /open folders only/);
  });
});
