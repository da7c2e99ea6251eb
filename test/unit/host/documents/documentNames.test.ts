import assert from 'node:assert/strict';
import type { Row, RowPart } from '#core/rows/row.ts';
import { partName } from '#host/documents/documentNames.ts';
import {
  assistantRow,
  branchRow,
  branchSummaryRow,
  compactionRow,
  errorRow,
  extensionStateRow,
  forkRow,
  noticeRow,
  shellRow,
  thinkingRow,
  toolRow,
} from '../../../support/pageSamples.ts';

const words = {
  message: 'message',
  thinking: 'thinking',
  summary: 'summary',
  state: 'state',
  input: 'input',
  output: 'output',
  raw: 'event',
};

describe('the name of a document', () => {
  const cases: readonly (readonly [row: Row, part: RowPart, name: RegExp])[] = [
    [assistantRow('x'), 'text', /^message \d+\.md$/],
    [thinkingRow('x'), 'text', /^thinking \d+\.md$/],
    [compactionRow('x'), 'text', /^summary \d+\.md$/],
    [branchSummaryRow('x'), 'text', /^summary \d+\.md$/],
    [forkRow({ id: 'a' }, 'x'), 'text', /^summary \d+\.md$/],
    [extensionStateRow('../e', {}), 'text', /^state \d+\.json$/],
    [noticeRow('x'), 'text', /^message \d+\.txt$/],
    [errorRow('x'), 'text', /^message \d+\.txt$/],
    [branchRow([]), 'raw', /^event \d+\.json$/],
    [shellRow('ls'), 'input', /^shell input \d+\.sh$/],
    [toolRow('../../etc/passwd'), 'output', /^\.\.-\.\.-etc-passwd output \d+\.txt$/],
  ];
  for (const [row, part, name] of cases) {
    it(`tells what is shown of ${row.kind}`, () => {
      assert.match(partName(row, part, words), name);
    });
  }
});
