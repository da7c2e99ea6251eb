import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { UnknownRow as Row } from '#core/replay/row.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Foreign } from '../widgets/Visible.tsx';
import { Fold } from '../surface/pieces.ts';
import { LongCode } from './LongCode.tsx';
import './work.css';

/** A record of an unknown kind: shown unchanged, never dropped. */
export function UnknownRow({ row }: { row: Row }): VNode {
  return (
    <Fold
      id={row.id}
      line={() => (
        <>
          <Icon name="json" />
          <span class="work-name">{t('Unknown record')}</span>
          <Foreign text={row.type === '' ? t('no type') : row.type} className="work-title" />
        </>
      )}
    >
      {() => (
        <div class="tool-details">
          <LongCode rowId={row.id} part="raw" text={row.raw} language="json" />
        </div>
      )}
    </Fold>
  );
}
