import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { PageContext, type Page } from './model/pageContext.ts';
import { useTurn } from '../kit/surface/frameBudget.ts';
import { SurfaceContext, type Surface } from '../kit/surface/surface.ts';
import { contentPieces } from './pieces/contents.tsx';
import { foldPieces } from './pieces/folds.tsx';
import { linkPieces } from './pieces/links.tsx';
import { toolPieces } from './pieces/tools.tsx';
import { lazily } from './Lazy.tsx';
import './pieces/pieces.css';

/** No first paint needs these: calls are folded at first, and errors and summaries come after what they are of. */
const lazyPieces = {
  CallDetails: lazily(({ ToolDetails }) => ToolDetails),
  EditBadge: lazily(({ EditFacts }) => EditFacts),
  EditOnDisk: lazily(({ EditOnDisk }) => EditOnDisk),
  NestedAgents: lazily(({ SubAgentFrames }) => SubAgentFrames),
  RowWeight: lazily(({ RowWeight }) => RowWeight),
  ErrorText: lazily(({ ReportedError }) => ReportedError),
  Summary: lazily(({ SummaryContent }) => SummaryContent),
};

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
      useTurn: (chars) => useTurn(page.frameBudget, chars),
      sideBySide: () => page.view.sideBySide.value && page.view.isWide.value,
      pieces: {
        ...contentPieces,
        ...foldPieces,
        ...linkPieces,
        ...toolPieces,
        ...lazyPieces,
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
