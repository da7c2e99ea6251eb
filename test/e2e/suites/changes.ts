import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { said, writeKeenSession } from '../keenSession.ts';
import { useSharedWindow } from '../useWindow.ts';
import type { Window } from '../window.ts';

describe('the changes of a session', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    writeSession(window);
    await window.sessionRows.filter({ hasText: title }).click();
    await window.replay.getByRole('button', { name: '2 files' }).waitFor();
  });

  it('say in each diff whether it is still in its file', async () => {
    const badges = window.replay.locator('.diff .edit-badge');
    await badges.nth(2).waitFor();
    assert.deepEqual(await badges.allInnerTexts(), ['Gone', 'Still in File', 'File Deleted']);
    await window.replay.locator('.diff-word').first().waitFor();
    await window.screenshot('changes-inline');
  });

  it('stand side by side in a wide editor', async () => {
    await window.run('workbench.action.toggleSidebarVisibility');
    await window.replay.getByRole('button', { name: 'Show Diffs Side by Side' }).first().click();
    await window.replay.locator('.diff-split .diff-word').first().waitFor();
    await window.screenshot('changes-side-by-side');
  });

  it('are listed by file, and open in the multi-file diff', async () => {
    await window.replay.getByRole('button', { name: '2 files' }).click();
    await window.replay.getByRole('button', { name: /^above\.go/ }).click();
    await window.replay.getByText('Edit 2', { exact: true }).waitFor();
    await window.screenshot('changes-files');
    await window.replay.getByRole('button', { name: 'Open All Changes' }).click();
    await window.editorTab(`Changes: ${title}`).waitFor();
    await window.page.locator('.multiDiffEntry').nth(1).waitFor();
    await window.page.getByText('row.Height >= limit').first().waitFor();
    assert.equal(await window.page.getByText('row.Height > 0').count(), 0, 'one change, not two');
    await window.screenshot('changes-multi-diff');
  });

  it('lead from a path to the file at its line', async () => {
    await window.editorTab(title).first().click();
    await window.replay.getByRole('link', { name: 'above.go:7' }).click();
    await window.editorTab('above.go').waitFor();
    await window.page.getByText('Ln 7, Col 1').waitFor();
    await window.screenshot('changes-file-at-line');
  });
});

const title = 'Keep rows at the limit too';

/** Two edits of one line of the workspace, and one of a file that is gone. */
function writeSession(window: Window): void {
  const above = join(window.workspace, 'tide', 'above.go');
  writeKeenSession(window, '88888888-0000-4000-8000-000000000009', said(title), {
    assistant_turn: {
      message: 'Done.',
      transcript: [
        ...edit(above, 7, 'row.Height > limit', 'row.Height > 0'),
        ...edit(above, 7, 'row.Height > 0', 'row.Height >= limit'),
        ...edit('tide/gone.go', 7, 'row.Height > limit', 'row.Height >= limit'),
        { kind: 'text', content: 'The comparison is in above.go:7 now.' },
      ],
    },
  });
  writeFileSync(above, goFile('row.Height >= limit'));
}

function edit(path: string, line: number, before: string, after: string): readonly unknown[] {
  const condition = (text: string) => `\t\tif ${text} {`;
  const context = (number: number, text: string) => ({
    Kind: 0,
    OldLineNum: number,
    NewLineNum: number,
    Content: text,
  });
  const lines = [
    { Kind: 3, OldLineNum: 0, NewLineNum: 0, Content: `@@ -${line - 1},3 +${line - 1},3 @@` },
    context(line - 1, '\tfor _, row := range rows {'),
    { Kind: 2, OldLineNum: line, NewLineNum: 0, Content: condition(before) },
    { Kind: 1, OldLineNum: 0, NewLineNum: line, Content: condition(after) },
    context(line + 1, '\t\t\tkept = append(kept, row)'),
  ];
  const input = { path };
  return [
    { kind: 'tool_start', tool_start: { name: 'edit_file', input } },
    { kind: 'diff', diff: { lines } },
    { kind: 'tool_end', tool_end: { name: 'edit_file', input, output: { edited: true } } },
  ];
}

function goFile(condition: string): string {
  return [
    'package tide',
    '',
    '// Above keeps the rows from limit on.',
    'func Above(rows []Row, limit float64) []Row {',
    '\tvar kept []Row',
    '\tfor _, row := range rows {',
    `\t\tif ${condition} {`,
    '\t\t\tkept = append(kept, row)',
    '\t\t}',
    '\t}',
    '\treturn kept',
    '}',
    '',
  ].join('\n');
}
