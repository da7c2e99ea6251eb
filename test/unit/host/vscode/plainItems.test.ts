import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tagLabel } from '#host/list/sessionLabel.ts';
import { plainItems } from '#host/vscode/plainItems.ts';

describe('foreign words where VS Code makes more of them', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [`src/${name}`, readFileSync(`src/${name}`, 'utf8')] as const);

  it('draw no icon in a Quick Pick', () => {
    const session = { id: 'a' };
    const [item, ...others] = plainItems([
      { label: '#$(trash)', description: 'b$(bug~spin)', detail: '$(gear) $1', session },
      { label: 'a' },
    ]);
    assert.deepEqual(item, {
      label: '#$\u200b(trash)',
      description: 'b$\u200b(bug~spin)',
      detail: '$\u200b(gear) $1',
      session,
    });
    assert.equal(item.session, session);
    assert.deepEqual(others, [{ label: 'a' }]);
  });

  it('are plain in every Quick Pick there is', () => {
    let picks = 0;
    for (const [path, text] of sources) {
      const shown = text.match(/showQuickPick\(/g)?.length ?? 0;
      const plain = text.match(/showQuickPick\(\s*plainItems\(/g)?.length ?? 0;
      const created = text.includes('createQuickPick') ? 1 : 0;
      assert.equal(plain, shown, path);
      assert.ok(created === 0 || text.includes('= plainItems('), path);
      picks += shown + created;
    }
    assert.ok(picks > 5, String(picks));
  });

  it('end no link that runs a command: one function writes them all', () => {
    const writers = sources.flatMap(([path, text]) => (text.includes('command:${') ? [path] : []));
    assert.deepEqual(writers, ['src/core/text/markdown.ts']);
  });

  it('are one line as tags', () => {
    assert.equal(tagLabel('a\u202eb\u0007c'), '#abc');
  });
});
