import { renderInPage, settled, type Rendered } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import type { Row } from '#core/rows/row.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { loadPlaces } from '../../webview/kit/surface/placeFinder.ts';
import { callRow, toolCalls } from '../support/pageTools.ts';

interface Opened extends Rendered {
  readonly row: Row;
  readonly details: () => HTMLElement;
  /** Text of the details. */
  readonly text: () => string;
}

async function open(kind: keyof typeof toolCalls): Promise<Opened> {
  const row = callRow(toolCalls[kind]);
  const drawn = renderInPage(<TranscriptRow row={row} speaker={undefined} />);
  const line = drawn.view.getByRole('button', { name: new RegExp(row.name) });
  if (line.getAttribute('aria-expanded') === 'false') {
    fireEvent.click(line);
  }
  await settled();
  const details = () => drawn.view.container.querySelector<HTMLElement>('.tool-details')!;
  return { ...drawn, row, details, text: () => details().textContent.slice('Raw'.length) };
}

const texts = (parent: Element, selector: string) =>
  [...parent.querySelectorAll(selector)].map(({ textContent }) => textContent);

const folder = '/home/ada/src/ledger';

describe('views of tool calls', () => {
  before(loadPlaces);

  it('shows lines of a file with their numbers, shortened path and range', async () => {
    const { details } = await open('read');
    assert.deepEqual(texts(details(), '.tool-subject'), [
      `${folder}/tide/predict.goLines 1 to 16 of 23`,
    ]);
    const [numbers, code] = texts(details(), '.numbered pre');
    assert.equal(numbers, Array.from({ length: 16 }, (_, at) => at + 1).join('\n'));
    assert.match(code ?? '', /^package tide\n\nimport \(/);
    assert.deepEqual(texts(details(), '.tool-fields tr'), ['limit2000']);
  });

  it('shows a written file, and what the tool said after it', async () => {
    const { text } = await open('write');
    assert.match(
      text(),
      /\/stations\/dover\.toml3 lines1\n2\n3name = "Dover".*OutputFile created/s,
    );
  });

  it('shows an edit with the lines of its file, if that still has it', async () => {
    const row = callRow(toolCalls.edit);
    const line = {
      oldLine: undefined,
      newLine: 41,
      text: 'package tide',
      isFromDisk: true,
    } as const;
    const edits = {
      [row.id]: { state: 'there', line: 42, lines: [{ kind: 'context', ...line }] },
    } as const;
    const { view } = renderInPage(<TranscriptRow row={row} speaker={undefined} />, {
      rows: [row],
      edits,
    });
    fireEvent.click(view.getByRole('button', { name: new RegExp(row.name) }));
    await settled();
    assert.deepEqual(texts(view.container, '.diff-lines tbody tr'), ['41 package tide']);
    assert.equal(view.container.querySelector('.edit-lines'), null);
  });

  it('shows edits as changed lines with signs', async () => {
    const { details } = await open('edit');
    assert.deepEqual(texts(details(), '.tool-subject'), [
      `${folder}/tide/table.go+3−2Still in File`,
    ]);
    const lines = texts(details(), '.edit-lines tbody tr');
    assert.equal(lines[0], '-for t := day; t.Before(day.Add(24 * time.Hour)); t = t.Add(step) {');
    assert.equal(lines[1], '+end := day.AddDate(0, 0, 1)');
    assert.equal(lines.filter((line) => line === '⋯').length, 1);
  });

  it('shows each file of a patch', async () => {
    const { details } = await open('patch');
    assert.deepEqual(texts(details(), '.tool-subject'), [
      'tide/table.go→Moved totide/rows.go+1−1',
      'New filetide/mark.go+1−0',
      'Deleted filetide/old.go',
    ]);
  });

  it('groups what a search found by file, and folds long lists', async () => {
    const grep = await open('search');
    assert.deepEqual(texts(grep.details(), '.tool-subject'), [
      'time\\.(Local|LoadLocation) in tide4 results in 3 files',
    ]);
    assert.deepEqual(texts(grep.details(), '.search-files > li > .file-path'), [
      'cmd/tides/main.go',
      'tide/station.go',
      'tide/table.go',
    ]);
    assert.deepEqual(texts(grep.details(), '.search-hits .file-path'), ['31', '18', '47', '122']);

    const glob = await open('files');
    assert.equal(texts(glob.details(), '.search-files > li').length, 20);
    fireEvent.click(glob.view.getByRole('button', { name: 'Show all (40 results)' }));
    await settled();
    assert.equal(texts(glob.details(), '.search-files > li').length, 40);
  });

  it('opens the files it names, at the line', async () => {
    const { details, fake } = await open('search');
    const links = [...details().querySelectorAll('.file-path > a')];
    assert.deepEqual(
      links.slice(0, 3).map(({ textContent }) => textContent),
      ['tide', 'cmd/tides/main.go', '31'],
    );
    for (const link of links.slice(1, 3)) {
      fireEvent.click(link);
    }
    await settled();
    assert.deepEqual(fake.told, [
      { name: 'file/open', body: { path: 'cmd/tides/main.go' } },
      { name: 'file/open', body: { path: 'cmd/tides/main.go', line: 31 } },
    ]);
  });

  it('links to the web on a click, and nowhere else', async () => {
    const fetched = await open('web');
    const link = fetched.view.getByRole('link');
    assert.equal(link.getAttribute('href'), toolCalls.web.input.url);
    fireEvent.click(link);
    await settled();
    assert.deepEqual(fetched.fake.told, [
      { name: 'link/open', body: { href: toolCalls.web.input.url } },
    ]);
    assert.match(fetched.text(), /Status 200Notes on the tables/);
    assert.equal(fetched.details().querySelector('strong')?.textContent, 'A');

    const found = await open('results');
    assert.deepEqual(texts(found.details(), 'a'), ['Tidal constituents of Dover']);
    assert.match(found.text(), /A link that is none/);
  });

  it('lists to-dos with their states in words', async () => {
    const { details, view } = await open('todo');
    assert.equal(texts(details(), '.todo li').length, 5);
    const states = view.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'));
    assert.deepEqual(states, ['Done', 'Done', 'In progress', 'To do', 'Canceled']);
  });

  it('shows what another agent was told and answered as Markdown', async () => {
    const { details, text } = await open('agent');
    assert.match(text(), /^explorerCompare DoverCompare the high waters of Dover/);
    assert.deepEqual(texts(details(), 'strong'), ['Dover', 'within one minute']);
    assert.equal(details().querySelectorAll('table').length, 1);
    const keen = await open('delegate');
    assert.match(keen.text(), /explorerCompare dover.*reviewerCompare bremen.*completed1.*failed1/);
  });

  it('shows server, tool and arguments of an MCP call', async () => {
    const { details, text } = await open('mcp');
    assert.deepEqual(texts(details(), '.tool-subject'), ['gauges·high_waters']);
    assert.deepEqual(texts(details(), '.tool-fields th'), [
      'stations',
      'year',
      'zone',
      'artifact_path',
      'truncated',
    ]);
    assert.match(text(), /Output\{\s+"dover":705/);
  });

  it('marks the chosen answer', async () => {
    const { details, text } = await open('ask');
    assert.deepEqual(texts(details(), '.asked-chosen'), [
      '02:30 A / 02:30 BAs in the printed tables',
    ]);
    assert.match(text(), /Anything else\?Answer: Mark the day in the heading$/);
  });

  it('says the message of an error that is JSON', async () => {
    const { text } = await open('failed');
    assert.match(text(), /^tide\/calendar\.goErrorThere is no file tide\/calendar\.go\.Details$/);
  });

  for (const kind of Object.keys(toolCalls) as (keyof typeof toolCalls)[]) {
    it(`switches to what the log says and back: ${kind}`, async () => {
      const { view, details, row, page } = await open(kind);
      const before = details().textContent;
      const raw = view.getByRole('button', { name: 'Raw' });
      assert.equal(raw.getAttribute('aria-pressed'), 'false');
      fireEvent.click(raw);
      await settled();
      assert.equal(raw.getAttribute('aria-pressed'), 'true');
      assert.match(details().textContent, /^RawInput/);
      assert.ok(row.kind === 'tool' && details().textContent.includes(row.input.text.slice(0, 40)));
      // Questions are open at first.
      const opened = kind === 'ask' ? [] : [row.id];
      assert.deepEqual([...page.view.toggled.value], [...opened, `${row.id}/raw`]);
      fireEvent.click(raw);
      await settled();
      assert.equal(details().textContent, before);
    });
  }

  it('shows the raw input where there is no view', async () => {
    const row = callRow({ name: 'time_machine', input: { when: 'yesterday' }, output: 'done' });
    const { view } = renderInPage(<TranscriptRow row={row} speaker={undefined} />);
    fireEvent.click(view.getByRole('button', { name: /time_machine/ }));
    await settled();
    assert.match(view.container.textContent, /Inputwhen: yesterdayOutputdone/);
    assert.equal(view.queryByRole('button', { name: 'Raw' }), null);
  });
});
