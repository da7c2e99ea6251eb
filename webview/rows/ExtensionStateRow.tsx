import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { ExtensionStateRow as Row } from '#core/replay/row.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Foreign } from '../widgets/Visible.tsx';
import { Fold } from '../surface/pieces.ts';
import { LongCode } from './LongCode.tsx';
import './work.css';

/** State that an extension of the agent keeps in the log. */
export function ExtensionStateRow({ row }: { row: Row }): VNode {
  return (
    <Fold
      id={row.id}
      className="extension-state"
      line={() => (
        <>
          <Icon name="extensions" />
          <span class="work-name">{t('Extension state')}</span>
          <Foreign text={row.extension} className="work-title" />
        </>
      )}
    >
      {() => (
        <div class="tool-details">
          <LongCode rowId={row.id} part="text" text={row.state} language="json" />
        </div>
      )}
    </Fold>
  );
}
