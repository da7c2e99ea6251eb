import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import { Fold } from '../../kit/surface/pieces.ts';
import { LongCode } from './LongText.tsx';
import './work.css';

/**
 * A record shown unchanged: one of an unknown kind, which is never dropped, or the state that an
 * extension of the agent keeps in the log.
 */
export function RecordContent({ row }: { row: RowOf<'extensionState'> | RowOf<'unknown'> }): VNode {
  const isState = row.kind === 'extensionState';
  const type = isState ? row.extension : row.type === '' ? t('no type') : row.type;
  const code = isState
    ? ({ part: 'text', text: row.state } as const)
    : ({ part: 'raw', text: row.raw } as const);
  return (
    <Fold
      id={row.id}
      className={isState ? 'extension-state' : ''}
      line={() => (
        <>
          <Icon name={isState ? 'extensions' : 'json'} />
          <span class="work-name">{isState ? t('Extension state') : t('Unknown record')}</span>
          <Foreign text={type} className="work-title" />
        </>
      )}
    >
      {() => (
        <div class="tool-details">
          <LongCode rowId={row.id} {...code} language="json" />
        </div>
      )}
    </Fold>
  );
}
