import assert from 'node:assert/strict';
import { lexer } from 'marked';
import { transcriptMarkdown } from '#core/rows/toMarkdown.ts';
import type { Row } from '#core/rows/row.ts';
import type { TranscriptFacts } from '#core/rows/transcriptWriter.ts';
import { hostileRows } from '../../../support/pageHostile.ts';
import { demoRows } from '../../../support/pageRows.ts';
import {
  assistantRow,
  branchRow,
  compactionRow,
  diffRow,
  forkRow,
  interruptionRow,
  long,
  noticeRow,
  problemRow,
  shellRow,
  thinkingRow,
  toolRow,
  userRow,
} from '../../../support/pageSamples.ts';

const facts: TranscriptFacts = {
  agentLabel: 'Keen Code',
  title: 'Fix *it*',
  sessionId: '0199a7c2',
  cwd: '/home/ada/src',
  createdAt: Date.UTC(2026, 10, 20, 9, 12),
  updatedAt: Date.UTC(2026, 10, 20, 10, 3, 4),
  size: 1_000,
  rows: 9,
  kinds: { user: 1, assistant: 2, tool: 3, shell: 1, compaction: 1 },
  problems: { lost: 0, odd: 0 },
  branch: undefined,
};

function markdownOf(rows: readonly Row[], more: Partial<TranscriptFacts> = {}): string {
  const writer = transcriptMarkdown({ ...facts, ...more });
  return writer.begin() + rows.map((row) => writer.row(row, [])).join('') + writer.end();
}

/** Content below the head. */
function bodyOf(...rows: readonly Row[]): string {
  return markdownOf(rows).slice(markdownOf([]).length).trimEnd();
}

describe('a transcript as Markdown', () => {
  it('starts with the session facts', () => {
    assert.equal(
      markdownOf([], { branch: { isLast: true }, parent: { path: '/a/b.jsonl' } }),
      [
        String.raw`# Fix \*it\*`,
        '',
        '- Agent: Keen Code',
        '- Session: `0199a7c2`',
        '- Folder: `/home/ada/src`',
        '- Created: Nov 20, 2026, 9:12:00 AM UTC',
        '- Updated: Nov 20, 2026, 10:03:04 AM UTC',
        '- Forked from `/a/b.jsonl`',
        '- 1 prompt, 2 answers, 4 tool calls, 1 compaction',
        '- This is one branch of the session. The log contains others.',
        '- Text longer than 100,000 characters or 5,000 lines is truncated, with a note in its place.',
        '',
        '',
      ].join('\n'),
    );
  });

  it('names who speaks once, and quotes the user', () => {
    assert.equal(
      bodyOf(
        userRow('Fix it\nplease', { time: Date.UTC(2026, 10, 20, 9, 12) }),
        thinkingRow('Hm.'),
        assistantRow('## Done\n\n**All** of it.', { label: 'good' }),
        noticeRow('Model *changed*.'),
        assistantRow('Really.'),
      ),
      [
        '## You, Nov 20, 2026, 9:12:00 AM UTC',
        '> Fix it\n> please',
        '## Keen Code',
        '### Thinking',
        '> Hm.',
        '*Label: good*',
        '##### Done',
        '**All** of it.',
        String.raw`*Model \*changed\*\.*`,
        'Really.',
      ].join('\n\n'),
    );
  });

  it('shows calls, shell runs and changes in fences that nothing inside closes', () => {
    assert.equal(
      bodyOf(
        toolRow('read', { input: long('{\n"a": 1}'), output: long('x\n```\ny'), state: 'failed' }),
        shellRow('ls', { output: long('\u001b[31mred\u001b[0m'), exitCode: 2, state: 'failed' }),
        diffRow('a.go', '@@ -1 +1 @@\n-a\n+b'),
      ),
      [
        '## Keen Code',
        '### Tool call `read`, failed',
        '```json\n{\n"a": 1}\n```',
        'Output:',
        '````\nx\n```\ny\n````',
        '### Shell command, exit 2',
        '```sh\nls\n```',
        'Output:',
        '```\nred\n```',
        '### Changes to `a.go` (+1 −1)',
        '```diff\n@@ -1 +1 @@\n-a\n+b\n```',
      ].join('\n\n'),
    );
  });

  it('says where the context was compacted, where branches leave and where it comes from', () => {
    assert.equal(
      bodyOf(
        forkRow({ id: 'f1' }, 'Left out.'),
        compactionRow('So far.', { tokensBefore: 900, tokensAfter: 100 }),
        branchRow([
          { leaf: 4, shown: true, preview: 'go *on*', entries: 2 },
          { leaf: 9, shown: false, preview: '', entries: 1 },
        ]),
        interruptionRow(),
        problemRow('Not JSON.', '{"a'),
      ),
      [
        '*Forked from `f1`*',
        '> Left out.',
        '---',
        '## Context compacted automatically (900 → 100 tokens)',
        'From here on, the model knew earlier messages only through this summary.',
        '> So far.',
        '### 2 branches from here',
        String.raw`- go \*on\* (2 entries, shown below)` + '\n- No message (1 entry)',
        '**Interrupted**',
        String.raw`**Problem in line ${lastLine()} of the log:** Not JSON\.`,
        '```\n{"a\n```',
      ].join('\n\n'),
    );
  });

  it('says how many branches are not listed', () => {
    const branches = [{ leaf: 4, shown: true, preview: 'on', entries: 2 }];
    assert.match(
      bodyOf(branchRow(branches, { unlisted: 1_200 })),
      /### 1,201 branches from here\n\n- on [^\n]*\n\n1,200 older branches not listed/,
    );
  });

  it('notes truncations and missing images', () => {
    assert.match(bodyOf(assistantRow('', { text: long('a', { chars: 7 }) })), /a\n\n\*7 more char/);
    assert.match(
      bodyOf(userRow('See', { images: [{ mimeType: 'image/png', size: 12 }] })),
      /> See\n\n\*Image \(image\/png, 12 bytes\)\*$/,
    );
  });

  it('has a text for every kind of row, and no HTML of hostile ones', () => {
    for (const row of demoRows()) {
      assert.notEqual(bodyOf(row), '', row.kind);
    }
    // The lexer itself takes seconds for the longest ones.
    for (const row of hostileRows().filter((each) => JSON.stringify(each).length < 20_000)) {
      const tokens = lexer(`${bodyOf(row)}\n\n# After\n`);
      assert.equal(tokens.at(-1)?.raw, '# After\n', row.kind);
      assert.equal(JSON.stringify(tokens).includes('"type":"html"'), false, row.kind);
      assert.equal(JSON.stringify(tokens).includes('"type":"image"'), false, row.kind);
    }
  });
});

/** The sample's last line. */
function lastLine(): number {
  return interruptionRow().source.line - 1;
}
