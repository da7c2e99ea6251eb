import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { FoundFile, ToolViewOf } from '#core/rows/views/toolView.ts';
import { Long } from '../../../kit/surface/pieces.ts';
import { sentence } from '../../../kit/text/sentence.ts';
import { Code, Prose } from '../../../kit/widgets/Visible.tsx';
import { FilePath } from '../FilePath.tsx';
import type { ToolViewProps } from './toolViewProps.ts';

/** Files and hits shown of a folded result. */
const foldedLines = 20;

export function SearchContent({ row, view }: ToolViewProps<ToolViewOf<'search'>>): VNode {
  const { query, path, files, total, note } = view;
  const words = (
    <code dir="ltr">
      <Code text={query} />
    </code>
  );
  const first = firstOf(files ?? [], foldedLines);
  return (
    <>
      <p class="tool-subject">
        <span>
          {path === undefined ? words : sentence('{0} in {1}', words, <FilePath path={path} />)}
        </span>
        {files !== undefined && <span class="quiet">{countOf(files, total)}</span>}
      </p>
      {files !== undefined && files.length > 0 && (
        <Long
          id={`${row.id}/output`}
          isLong={first !== files}
          showAll={showAll(files, total)}
          draw={(all) => <FoundFiles files={all ? files : first} />}
          rest={(all) => ({
            rowId: row.id,
            part: 'output',
            missing: all ? missing(files, total) : undefined,
          })}
        />
      )}
      {note !== undefined && (
        <p class="tool-note">
          <Prose text={note} />
        </p>
      )}
    </>
  );
}

function FoundFiles({ files }: { files: readonly FoundFile[] }): VNode {
  return (
    <ul class="search-files">
      {files.map(({ path, hits }) => (
        <li key={path}>
          <FilePath path={path} />
          {hits.length > 0 && (
            <ul class="search-hits" dir="ltr">
              {hits.map(({ line, text }, at) => (
                <li key={at}>
                  <FilePath path={path} line={line}>
                    {line}
                  </FilePath>
                  <code>
                    <Code text={text.trimStart()} />
                  </code>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function countOf(files: readonly FoundFile[], total: number): string {
  if (files.length === 0) {
    return t('No results');
  }
  return hitsIn(files) === 0
    ? plural(total, '1 file', '{0} files')
    : t(
        '{0} in {1}',
        plural(total, '1 result', '{0} results'),
        plural(files.length, '1 file', '{0} files'),
      );
}

function hitsIn(files: readonly FoundFile[]): number {
  return files.reduce((sum, { hits }) => sum + hits.length, 0);
}

function drawn(files: readonly FoundFile[]): number {
  const hits = hitsIn(files);
  return hits === 0 ? files.length : hits;
}

function showAll(files: readonly FoundFile[], total: number): string {
  const here = drawn(files);
  return here < total
    ? t('Show the first {0} of {1} results', here, total)
    : plural(total, 'Show all (1 result)', 'Show all ({0} results)');
}

function missing(files: readonly FoundFile[], total: number): string | undefined {
  const left = total - drawn(files);
  return left > 0 ? plural(left, '1 more result', '{0} more results') : undefined;
}

/** The first lines of the list; the list itself if it has no more. */
function firstOf(files: readonly FoundFile[], lines: number): readonly FoundFile[] {
  if (files.length + hitsIn(files) <= lines) {
    return files;
  }
  const first: FoundFile[] = [];
  let left = lines;
  for (const { path, hits } of files) {
    if (left <= 0) {
      break;
    }
    first.push({ path, hits: hits.slice(0, Math.max(1, left - 1)) });
    left -= 1 + hits.length;
  }
  return first;
}
