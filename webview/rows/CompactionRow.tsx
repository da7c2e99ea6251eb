import type { VNode } from 'preact';
import type { CompactionRow as Row } from '#core/replay/row.ts';
import { Fold } from '../components/Fold.tsx';
import { Icon } from '../components/Icon.tsx';
import { Prose } from '../components/Visible.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { LongTextActions } from './LongCode.tsx';
import { useOpenPart } from './openParts.ts';
import './markers.css';

const triggers = { manual: 'by request', automatic: 'automatically', unknown: '' } as const;

/** The line that a reader must not miss: above it the model remembers only the summary. */
export function CompactionRow({ row }: { row: Row }): VNode {
  const { open, toggle } = useOpenPart(row.id, false);
  const how = triggers[row.trigger];
  return (
    <div class="compaction">
      <Fold
        open={open}
        onToggle={toggle}
        line={
          <>
            <Icon name="archive" />
            <span class="compaction-label">Context compacted{how === '' ? '' : ` ${how}`}</span>
          </>
        }
      >
        {() => (
          <div class="compaction-summary">
            <p class="quiet">
              From here on the model knew what went before only through this summary.
            </p>
            {row.summary.length === 0 ? (
              <p class="quiet">The log holds no summary.</p>
            ) : (
              <Markdown text={row.summary.text} />
            )}
            <LongTextActions rowId={row.id} part="text" text={row.summary} open />
            {row.status !== '' && (
              <p class="quiet">
                <Prose text={row.status} />
              </p>
            )}
          </div>
        )}
      </Fold>
    </div>
  );
}
