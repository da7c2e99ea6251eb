import type { ConversationMessage } from '#core/events/message.ts';
import type { Row, LostContext } from '#core/rows/row.ts';
import type { PageSession } from './pageSession.ts';
import {
  assistantRow,
  compactionRow,
  long,
  noticeRow,
  shellRow,
  thinkingRow,
  toolRow,
  userRow,
} from './pageSamples.ts';

const began = Date.UTC(2026, 10, 20, 9, 12);
const minutes = (count: number) => began + count * 60_000;

/** A session whose context was compacted twice, and what its model gets now. */
export function lensSession(): PageSession {
  const second = { id: '29.0', time: minutes(41) };
  const first = { id: '12.0', time: minutes(18) };
  const rows: Row[] = [
    ...marked(summarizedBy(first), [
      userRow('The importer drops the last row of a file without a newline at its end. Why?', {
        time: minutes(0),
      }),
      thinkingRow('It splits at line ends; what follows the last one may be lost.'),
      toolRow('read_file', {
        title: 'ledger/import/csv.go',
        input: long('{"path":"ledger/import/csv.go"}'),
        output: long('for scanner.Scan() {'),
        time: minutes(1),
      }),
      assistantRow('The scanner stops **before the last line** if nothing ends it.', {
        time: minutes(2),
      }),
    ]),
    noticeRow('Model changed to sonnet-large.'),
    ...marked(summarizedBy(second), [
      userRow('Fix it, with a test first.', { time: minutes(4) }),
      assistantRow('Test and fix are in place.', { time: minutes(9) }),
    ]),
    ...marked(summarizedBy(second), [
      compactionRow('## Goal\n\nKeep the last row of every file.', {
        ...first,
        status: '',
        tokensBefore: 98_400,
        change: {
          retained: { user: 1, assistant: 1, results: 0 },
          retainedFrom: '6.0',
          summarized: { user: 1, assistant: 2, results: 1 },
          dropped: { user: 0, assistant: 0, results: 0 },
          tokensBefore: 71_000,
          tokensAfter: 3_120,
        },
      }),
      userRow('Now the same for the bank’s own format.', { time: minutes(20) }),
      shellRow('go test ./import/...', {
        output: long('ok  \tledger/import\t0.412s'),
        time: minutes(31),
      }),
    ]),
    ...marked({ state: 'dropped', by: '27.0', time: minutes(38) }, [
      assistantRow('Forget this answer; it was about another file.', { time: minutes(35) }),
    ]),
    assistantRow('Both formats keep their last row.', { time: minutes(39) }),
    compactionRow('## Goal\n\nBoth importers keep the last row.\n\n## Left\n\nThe changelog.', {
      ...second,
      status: '',
      change: {
        retained: { user: 0, assistant: 1, results: 0 },
        retainedFrom: '24.0',
        summarized: { user: 3, assistant: 5, results: 4 },
        withSummary: true,
        dropped: { user: 0, assistant: 1, results: 0 },
        tokensBefore: 64_200,
        tokensAfter: 2_480,
      },
    }),
    userRow('Write the changelog entry.', { time: minutes(43) }),
    assistantRow('> **Fixed** The last row of a file without a newline is imported.', {
      time: minutes(44),
    }),
    compactionRow('Nothing to keep from.', {
      status: '',
      trigger: 'manual',
      change: 'ignored',
      time: minutes(46),
    }),
    ...Array.from({ length: 12 }, (_, at) =>
      assistantRow(`Step ${at + 1} of the release is done.`, { time: minutes(50 + at) }),
    ),
  ];
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  return {
    rows,
    messages: lensMessages(),
    header: { title: 'The last row of an import', createdAt: began, updatedAt: minutes(62) },
    context: (rowId) => {
      const at = places.get(rowId) ?? 0;
      return at < 2
        ? { messages: at + 1, tokens: 24 + at * 8_000, isMeasured: false, most: 71_000 }
        : { messages: at + 1, tokens: 12_000 + at * 3_100, isMeasured: at % 2 === 1, most: 98_400 };
    },
  };
}

function summarizedBy({ id, time }: { readonly id: string; readonly time: number }): LostContext {
  return { state: 'summarized', by: id, time };
}

function marked(context: LostContext, rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, context }));
}

function lensMessages(): ConversationMessage[] {
  const text = (role: ConversationMessage['role'], words: string): ConversationMessage => ({
    role,
    parts: [{ type: 'text', text: words }],
  });
  return [
    text(
      'user',
      '<compacted_context>\nThe prior conversation was compacted.\n\n## Goal\n\nBoth importers keep the last row.\n\n## Left\n\n- the changelog\n- a release\n</compacted_context>',
    ),
    text('assistant', 'Both formats keep their **last row**.'),
    text('user', 'Write the changelog entry.'),
    {
      role: 'assistant',
      parts: [
        {
          type: 'text',
          text: 'I look at the one before.\n\n```go\nfunc last(rows []Row) Row\n```',
        },
        { type: 'toolCall', callId: 'c1', name: 'read_file', input: { path: 'CHANGELOG.md' } },
      ],
    },
    {
      role: 'user',
      parts: [
        { type: 'toolResult', callId: 'c1', text: '# Changelog\n\n- the last row', isError: false },
      ],
    },
    text('assistant', '> **Fixed** The last row of a file without a newline is imported.'),
  ];
}
