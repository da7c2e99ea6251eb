import { type VNode, Component, type ComponentChildren } from 'preact';
import { t } from '#base/l10n.ts';
import type { ListRow } from '#core/lens/runRow.ts';
import { TextButton } from '../kit/widgets/IconButton.tsx';
import { reportFault } from '../kit/page/reportFault.ts';
import { usePage } from './model/pageContext.ts';
import { ContextMark, RowLabel, RowTime } from './rows/RowHead.tsx';
import { Marker } from './rows/MarkerContent.tsx';
import { editedFiles } from './rows/DiffContent.tsx';
import { RowContent } from './rows/RowContent.tsx';
import { lazily } from './Lazy.tsx';
import { RowToolbar } from './list/RowToolbar.tsx';
import './rows/row.css';
import './rails.css';
import './lens/run.css';

interface ErrorBoundaryProps {
  readonly children: ComponentChildren;
  /** Shown instead of a failed child. */
  readonly instead: ComponentChildren;
  readonly onError: (error: unknown) => void;
}

/** Keeps an error in one row from breaking the page. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ComponentChildren {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

interface TranscriptRowProps {
  readonly row: ListRow;
  /** The agent's name where it starts to speak. */
  readonly speaker: string | undefined;
}

const Run = lazily(({ RunContent }) => RunContent);
const Since = lazily(({ NewSince }) => NewSince);

/** A row whose frame has a head that contains the toolbar. */
function isFramed(row: ListRow): boolean {
  return row.kind === 'shell' || (row.kind !== 'run' && editedFiles(row) !== undefined);
}

/** A row with its toolbar. A row that fails to render says so and offers the raw line. */
export function TranscriptRow({ row, speaker }: TranscriptRowProps): VNode {
  const page = usePage();
  const openLine = () => page.tell('line/open', { line: row.source.line });
  return (
    <div class={`row row-${row.kind}${row.isInRun === true ? ' row-in-run' : ''}`}>
      <Since rowId={row.id} />
      {row.context !== undefined && page.view.marks.value && <ContextMark context={row.context} />}
      {speaker !== undefined && (
        <div class="row-speaker">
          {speaker}
          {row.label !== undefined && <RowLabel label={row.label} />}
          {row.time !== undefined && <RowTime at={row.time} />}
        </div>
      )}
      {speaker === undefined && row.label !== undefined && row.kind !== 'user' && (
        <div class="row-labels">
          <RowLabel label={row.label} />
        </div>
      )}
      <ErrorBoundary
        onError={(error) => reportFault(page.replay.endpoint, error)}
        instead={
          <Marker icon="error" tone="error">
            {t('This row could not be displayed.')}{' '}
            <TextButton onClick={openLine}>{t('Open Line {0}', row.source.line)}</TextButton>
          </Marker>
        }
      >
        {row.kind === 'run' ? <Run row={row} /> : <RowContent row={row} />}
        {!isFramed(row) && <RowToolbar row={row} />}
      </ErrorBoundary>
    </div>
  );
}
