import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { PageContext, type Page } from './model/pageContext.ts';
import { SurfaceContext, type PieceProps, type Surface } from '../kit/surface/surface.ts';
import { Images } from './pieces/Images.tsx';
import { Branch } from './pieces/Branch.tsx';
import { Colored } from './pieces/Colored.tsx';
import { Formula } from './pieces/Formula.tsx';
import { Fold, Frame, Long, WithRaw } from './pieces/folds.tsx';
import { FileLink, Link, LogLine, Rest, RowLink } from './pieces/links.tsx';
import { SessionName } from './pieces/SessionName.tsx';
import { CodeTools, CompactionTools, HeadTools, PartTools } from './pieces/tools.tsx';
import { useLate } from './Lazy.tsx';
import { useTurn } from './pieces/useTurn.ts';
import './pieces/editBadge.css';
import './pieces/subAgents.css';
import './rows/subAgents.css';

interface PageSurfaceProps {
  readonly page: Page;
  readonly children: ComponentChildren;
}

/** The replay page as the surface that rows are drawn on. */
export function PageSurface({ page, children }: PageSurfaceProps): VNode {
  const surface = useMemo(
    (): Surface => ({
      cwd: () => page.replay.header.value?.cwd,
      began: () => page.replay.header.value?.createdAt,
      isSubAgent: () => page.replay.header.value?.isSubAgent === true,
      useTurn: (chars) => useTurn(page.turns, chars),
      sideBySide: () => page.view.sideBySide.value && page.view.isWide.value,
      pieces: {
        Branch,
        CodeTools,
        Colored,
        CompactionTools,
        EditBadge,
        FileLink,
        Fold,
        Formula,
        Frame,
        HeadTools,
        Images,
        Link,
        LogLine,
        Long,
        PartTools,
        Rest,
        RowLink,
        SessionName,
        SubAgents,
        WithRaw,
      },
    }),
    [page],
  );
  return (
    <PageContext.Provider value={page}>
      <SurfaceContext.Provider value={surface}>{children}</SurfaceContext.Provider>
    </PageContext.Provider>
  );
}

function EditBadge(props: PieceProps['EditBadge']): VNode | null {
  const Badge = useLate()?.EditBadge;
  return Badge === undefined ? null : <Badge {...props} />;
}

function SubAgents(props: PieceProps['SubAgents']): VNode | null {
  const Loaded = useLate()?.SubAgents;
  return Loaded === undefined ? null : <Loaded {...props} />;
}
