import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activateProduct, scriptedModel } from '../support/extensions.ts';

describe('a real VS Code', () => {
  it('runs the product as it was installed, from its .vsix', async () => {
    const product = await activateProduct();
    assert.equal(product.isActive, true);
    assert.match(product.extensionUri.path, /\/extensions\/session-browser\.session-browser-/);
  });

  it('opens the demo workspace with a home of its own', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
    assert.equal(process.env.HOME, process.env.SESSION_BROWSER_TEST_HOME);
  });

  it('takes a chat message to the scripted model and brings the answer back', async () => {
    const model = await scriptedModel();
    model.script({ kind: 'text', chunks: ['Hello ', 'there.'] });
    const [first] = await vscode.lm.selectChatModels({ vendor: 'scripted' });
    assert.equal(first?.id, 'large');
    assert.equal(await first.countTokens('12345'), 2);

    const result: unknown = await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '@probe Say hello',
      mode: 'ask',
      blockOnResponse: true,
    });

    assert.deepEqual(
      model.requests.map(({ model: id, messages, state }) => ({ id, messages, state })),
      [
        {
          id: 'large',
          messages: [{ role: 'user', parts: [{ type: 'text', text: 'Say hello' }] }],
          state: 'answered',
        },
      ],
    );
    assert.deepEqual((result as { metadata?: unknown }).metadata, { model: 'large' });
  });
});
