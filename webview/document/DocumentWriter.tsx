import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { ImageData } from '#core/events/message.ts';
import type { Row } from '#core/rows/row.ts';
import type { TranscriptWriter } from '#core/rows/transcriptWriter.ts';
import type { DocumentOptions } from '#protocol/document.ts';
import { Icon } from '../kit/widgets/Icon.tsx';
import { agentKinds } from '../replay/rows/rowFacts.ts';
import { RowTime } from '../replay/rows/RowTime.tsx';
import { SurfaceContext, type Surface } from '../kit/surface/surface.ts';
import { setLanguage } from '#base/l10n.ts';
import { colorRules } from './colorRules.ts';
import { DocumentHeader } from './DocumentHeader.tsx';
import { DocumentRow, UndrawnRow } from './DocumentRow.tsx';
import { documentHead } from './documentHead.tsx';
import { Playback } from './Playback.tsx';
import { PromptTable } from './PromptTable.tsx';
import { pieces } from './pieces/pieces.tsx';
import { RowImages } from './pieces/Images.tsx';

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
      pieces,
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
        : `${this.#drawn(<Playback bins={timeline} rowIds={this.#binRows} />)}\n`;
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
        {this.options.facts.agentLabel}
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
