import { documentHead } from './documentHead.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { ImageData } from '#core/events/message.ts';
import type { Row } from '#core/rows/row.ts';
import { speakerOf, type TranscriptWriter } from '#core/rows/transcriptWriter.ts';
import type { DocumentOptions } from '#protocol/document.ts';
import { Icon } from '../kit/widgets/Icon.tsx';
import { agentKinds, rowFacts } from '../replay/rows/rowFacts.ts';
import { RowTime, ContextMark, RowLabel } from '../replay/rows/RowHead.tsx';
import { SurfaceContext, type Surface } from '../kit/surface/surface.ts';
import { setLanguage, t } from '#base/l10n.ts';
import { colorRules } from './colorRules.ts';
import { DocumentHeader, PromptTable } from './DocumentHeader.tsx';
import { PlaybackStrip } from './PlaybackStrip.tsx';
import { documentPieces, RowImages } from './pieces.tsx';
import { anchorOf } from './anchorOf.ts';
import { Marker } from '../replay/rows/MarkerContent.tsx';
import { RowContent } from '../replay/rows/RowContent.tsx';
import { formatExactly } from '#base/format.ts';
import '../replay/rows/row.css';

/** Rows between turns. */
const dividers: readonly Row['kind'][] = ['user', 'compaction', 'branch', 'branchSummary', 'fork'];

/** Writes a transcript as an HTML file, using the page's own row components. */
export class DocumentWriter implements TranscriptWriter {
  readonly #surface: Surface;
  /** Of the rows in which the timeline's bins begin. */
  readonly #binRows: (string | undefined)[] = [];
  #rows = 0;
  #inTurn = false;

  constructor(private readonly options: DocumentOptions) {
    const { cwd, createdAt } = options.facts;
    this.#surface = {
      cwd: () => cwd,
      began: () => createdAt,
      isSubAgent: () => false,
      useTurn: () => true,
      sideBySide: () => false,
      pieces: documentPieces,
    };
    setLanguage(options.language);
  }

  begin(): string {
    const { facts, outline, style } = this.options;
    const head = documentHead(this.options, `${style}${colorRules()}`);
    const top = this.#drawn(
      <>
        <DocumentHeader facts={facts} />
        {outline.length > 0 && <PromptTable outline={outline} />}
      </>,
    );
    return `${head}<body>\n${top}\n<main>\n`;
  }

  row(row: Row, images: readonly (ImageData | undefined)[]): string {
    this.#noteBins(row);
    const isDivider = dividers.includes(row.kind);
    const begins = !this.#inTurn && agentKinds.includes(row.kind);
    const ends = this.#inTurn && isDivider;
    this.#inTurn = begins || (this.#inTurn && !isDivider);
    const turn = begins ? this.#beginTurn(row) : ends ? '</details>\n' : '';
    return `${turn}${this.#drawnRow(row, images)}\n`;
  }

  end(): string {
    const { timeline } = this.options;
    const turn = this.#inTurn ? '</details>\n' : '';
    const playback =
      timeline === undefined
        ? ''
        : `${this.#drawn(<PlaybackStrip bins={timeline} rowIds={this.#binRows} />)}\n`;
    return `${turn}</main>\n${playback}<script>${this.options.script}</script>\n</body>\n</html>\n`;
  }

  #noteBins({ id }: Row): void {
    const { starts = [] } = this.options.timeline ?? {};
    this.#rows += 1;
    // Of bins that begin with the same row, only the last has it; the others are empty.
    while ((starts[this.#binRows.length] ?? Infinity) < this.#rows) {
      const isOwn = starts[this.#binRows.length + 1] !== this.#rows - 1;
      this.#binRows.push(isOwn ? id : undefined);
    }
  }

  /** Written by hand because the rest of the turn follows in later pieces. */
  #beginTurn(row: Row): string {
    const line = (
      <summary class="turn-line">
        <Icon name="chevron-right" />
        {speakerOf(this.options.facts, row)}
        {row.time !== undefined && <RowTime at={row.time} />}
      </summary>
    );
    return `<details class="turn" open>${this.#drawn(line)}\n`;
  }

  #drawnRow(row: Row, images: readonly (ImageData | undefined)[]): string {
    try {
      return this.#drawn(
        <RowImages.Provider value={images}>
          <DocumentRow row={row} />
        </RowImages.Provider>,
      );
    } catch (error) {
      // One row that fails to render must not cost the whole file; a notice takes its place.
      if (error instanceof Error) {
        return this.#drawn(<UndrawnRow row={row} />);
      }
      throw error;
    }
  }

  #drawn(children: ComponentChildren): string {
    return render(
      <SurfaceContext.Provider value={this.#surface}>{children}</SurfaceContext.Provider>,
    );
  }
}

function DocumentRow({ row }: { row: Row }): VNode {
  return (
    <article
      id={anchorOf(row.id)}
      class={`row row-${row.kind}`}
      aria-label={rowFacts(row).label}
      data-time={row.time}
    >
      {row.context !== undefined && <ContextMark context={row.context} />}
      <RowLink row={row} />
      {row.label !== undefined && row.kind !== 'user' && (
        <div class="row-labels">
          <RowLabel label={row.label} />
        </div>
      )}
      <RowContent row={row} />
    </article>
  );
}

function UndrawnRow({ row }: { row: Row }): VNode {
  return (
    <article id={anchorOf(row.id)} class={`row row-${row.kind}`}>
      <RowLink row={row} />
      <Marker icon="error" tone="error">
        {t('This row could not be displayed. See line {0} of the log.', row.source.line)}
      </Marker>
    </article>
  );
}

function RowLink({ row }: { row: Row }): VNode {
  const line = t('line {0} of the log', row.source.line);
  return (
    <a
      class="row-link"
      href={`#${anchorOf(row.id)}`}
      aria-label={t('Link to this row')}
      title={row.time === undefined ? line : `${formatExactly(row.time)}, ${line}`}
    >
      #
    </a>
  );
}
