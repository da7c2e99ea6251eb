import assert from 'node:assert/strict';
import fc from 'fast-check';
import { filterLineProblem } from '#core/lens/filterLine.ts';
import { filterProposals, type FilterValues } from '#core/lens/filterProposals.ts';
import { runs } from '../../../support/full.ts';

const values: FilterValues = {
  tools: [
    { value: 'Grep', count: 9 },
    { value: 'read_file', count: 5 },
    { value: 'shell', count: 3 },
    { value: 'mcp__tide__map', count: 1 },
  ],
  files: [
    { value: 'src/cart.ts', count: 4 },
    { value: 'docs/read me.md', count: 1 },
  ],
  exits: [
    { value: '0', count: 3 },
    { value: '1', count: 1 },
  ],
};
const kinds = { user: 2, tool: 14, extensionState: 1, compaction: 1 };

/** The line after each proposal, at the mark `|`. */
function completed(marked: string): readonly string[] {
  const place = marked.indexOf('|');
  const line = marked.replace('|', '');
  return filterProposals(line, place, kinds, values).map(
    ({ text, from, to }) => line.slice(0, from) + text + line.slice(to),
  );
}

describe('completions of a filter line', () => {
  it('are keys, at the beginning of a term', () => {
    assert.deepEqual(completed('|'), [
      'kind:',
      'tool:',
      'file:',
      'exit:',
      'is:',
      'larger-than:',
      'after:',
      'before:',
    ]);
    assert.deepEqual(completed('kind:user -e|'), ['kind:user -exit:']);
    assert.deepEqual(completed('!T|'), ['!tool:']);
    assert.deepEqual(completed('to|:grep'), ['tool:grep']);
    assert.deepEqual(completed('xyz|'), []);
    assert.deepEqual(completed('error |').length, 8);
  });

  it('are what the session has, the beginning of a value before its middle', () => {
    assert.deepEqual(completed('kind:|'), [
      'kind:tool',
      'kind:user',
      'kind:extension-state',
      'kind:compaction',
    ]);
    assert.deepEqual(completed('tool:e|'), [
      'tool:Grep',
      'tool:read_file',
      'tool:shell',
      'tool:"tide: map"',
    ]);
    assert.deepEqual(completed('tool:Grep,!s|'), ['tool:Grep,!shell']);
    assert.deepEqual(completed('tool:r|, error'), ['tool:read_file, error', 'tool:Grep, error']);
    assert.deepEqual(completed('tool:mcp_|'), ['tool:"tide: map"']);
    assert.deepEqual(completed('file:re|'), ['file:"docs/read me.md"']);
    assert.deepEqual(completed('exit:!|'), ['exit:!0', 'exit:!1']);
    assert.deepEqual(completed('after:|'), [
      'after:compaction',
      'after:1d',
      'after:7d',
      'after:30d',
    ]);
    assert.deepEqual(completed('larger-than:|')[2], 'larger-than:50k');
    assert.deepEqual(completed('tool:shell|'), []);
    assert.deepEqual(completed('nonsense:|'), []);
  });

  it('say what a key filters by, and how many rows have a value', () => {
    const [key] = filterProposals('fi', 2, kinds, values);
    assert.deepEqual([key?.detail, key?.count], ['File, such as *.ts or src/**', undefined]);
    const [value] = filterProposals('tool:', 5, kinds, values);
    assert.deepEqual([value?.detail, value?.count], [undefined, 9]);
  });

  it('always complete a right line to a right line', () => {
    const term = fc.constantFrom('', 'kind:', 'tool:', '-file:', 'exit:!', 'tool:Grep,', 'e', '!t');
    fc.assert(
      fc.property(fc.array(term, { maxLength: 3 }), term, (before, last) => {
        const start = before.filter((one) => one.endsWith(':')).join(' ');
        for (const line of completed(`${start} ${last}|`)) {
          assert.equal(filterLineProblem(line), undefined, line);
        }
      }),
      { seed: 2026, numRuns: runs(200) },
    );
  });
});
