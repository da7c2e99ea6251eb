import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { ListRow } from '#core/lens/runRow.ts';
import type { RowOf } from '#core/rows/row.ts';
import { CopyButton } from './CopyButton.tsx';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { usePage } from '../model/pageContext.ts';
import { RowWeight } from '../../kit/surface/pieces.ts';
import { RowTime } from '../rows/RowHead.tsx';
import { isForkable, rowFacts } from '../rows/rowFacts.ts';
import '../rows/row.css';

/** Actions for any row; visible on hover or focus. */
export function RowToolbar({ row, inHead = false }: { row: ListRow; inHead?: boolean }): VNode {
  const page = usePage();
  const { copy } = rowFacts(row);
  return (
    <div class={inHead ? 'row-toolbar row-toolbar-head' : 'row-toolbar'}>
      <RowWeight rowId={row.id} />
      {row.time !== undefined && row.kind !== 'user' && <RowTime at={row.time} isBrief />}
      {row.kind === 'shell' ? (
        <CommandTools row={row} />
      ) : (
        copy !== '' && <CopyButton name={row.id} label={t('Copy Text')} text={() => copy} />
      )}
      {/* Until the files are known, too, so that nothing moves then. */}
      {row.kind === 'user' && page.files.session.value?.total !== 0 && (
        <IconButton
          icon="diff-multiple"
          label={t('Show Files Changed in This Turn')}
          onClick={() => page.files.show({ from: row.id, oneTurn: true })}
        />
      )}
      {page.canFork.value && isForkable(row) && (
        <IconButton
          icon="repo-forked"
          label={t('Fork from Here')}
          onClick={() => page.tell('row/fork', { rowId: row.kind === 'run' ? row.last : row.id })}
        />
      )}
      <IconButton
        icon="go-to-file"
        label={t('Open Raw Line {0}', row.source.line)}
        onClick={() => page.tell('line/open', { line: row.source.line })}
      />
    </div>
  );
}

/** The output has a button of its own. */
function CommandTools({ row: { id, command } }: { row: RowOf<'shell'> }): VNode {
  const page = usePage();
  return (
    <>
      <CopyButton name={id} label={t('Copy Command')} text={() => command} />
      <IconButton
        icon="terminal"
        label={t('Insert into Terminal')}
        onClick={() => page.tell('command/insert', { rowId: id })}
      />
    </>
  );
}
