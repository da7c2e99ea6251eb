import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import type { Row } from '#core/rows/row.ts';
import { SurfaceContext, useSurface, type Surface } from '../../kit/surface/surface.ts';
import { RowContent } from './RowContent.tsx';

/** Rows within a row: what acts on the list, the log or the disk is in a tab of their own. */
export function NestedRows({ rows }: { rows: readonly Row[] }): VNode {
  const surface = useSurface();
  const nested = useMemo(
    (): Surface => ({
      ...surface,
      isSubAgent: () => true,
      pieces: {
        ...surface.pieces,
        Branch: ({ children }) => children,
        CompactionTools: () => null,
        EditBadge: () => null,
        HeadTools: () => null,
        LogLine: ({ line }) => t('Line {0}', line),
        RowLink: ({ children }) => children,
      },
    }),
    [surface],
  );
  return (
    <SurfaceContext.Provider value={nested}>
      <div class="nested-rows" role="group" aria-label={t('What the sub-agent did')}>
        {rows.map((row) => (
          <div key={row.id} class={`nested-row row-${row.kind}`}>
            <RowContent row={row} />
          </div>
        ))}
      </div>
    </SurfaceContext.Provider>
  );
}
