import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { DiffLine } from '#core/events/diff.ts';
import type { BranchOption, RowOf, ImageRef, Row, RowPart } from '#core/rows/row.ts';
import type { SessionLink } from '#core/events/session.ts';
import type { FilePlace } from '../text/filePlace.ts';

/**
 * What rows are drawn on: the interactive replay page, or a standalone document. Rows know neither;
 * whatever differs between the two is a piece, which each surface provides.
 */
export interface Surface {
  /** The session's folder; paths within it are shown relative to it. */
  cwd(): string | undefined;
  /** When the session started, epoch ms; times on that day omit the date. */
  began(): number | undefined;
  /**
   * A hook: whether it is a component's turn to color this many characters. Redraws the component
   * when its turn comes; it then stays its turn.
   */
  readonly useTurn: (chars: number) => boolean;
  /** Whether another agent wrote the prompts. */
  isSubAgent(): boolean;
  /** Whether diffs show their sides beside each other. */
  sideBySide(): boolean;
  readonly pieces: Pieces;
}

export type Pieces = {
  readonly [Name in keyof PieceProps]: (props: PieceProps[Name]) => ComponentChildren;
};

export interface PieceProps {
  /** A line that expands. */
  readonly Fold: {
    /** Identifies the folded part: `rowId` or `rowId/part`. */
    readonly id: string;
    readonly className?: string;
    readonly openAtFirst?: boolean;
    /** Find leaves it as it is. */
    readonly isAside?: true;
    /** The line, visible in either state. */
    readonly line: (open: boolean) => ComponentChildren;
    /** The rest of the line, if it holds links, which a button must not contain. */
    readonly beside?: ComponentChildren;
    readonly children: () => ComponentChildren;
  };
  /** A box with a head, open until the reader closes it. */
  readonly Frame: {
    readonly id: string;
    /** Class of the box; its head has `…-head`. */
    readonly className: string;
    /** `Hide Output`, `Show Output` */
    readonly toggleLabel: (open: boolean) => string;
    readonly head: ComponentChildren;
    /** Undefined if the frame is only a head. */
    readonly children: (() => ComponentChildren) | undefined;
  };
  /** Long content whose beginning is enough for most readers, or whose end is. */
  readonly Long: {
    readonly id: string;
    readonly isLong: boolean;
    /** The end is shown, so the buttons come first. */
    readonly showsEnd?: boolean;
    /** `Show all (60 lines)` */
    readonly showAll: string;
    /** Draws all of it, or only the beginning or end. */
    readonly draw: (all: boolean) => ComponentChildren;
    /** What is not loaded; undefined if there is nothing to say. */
    readonly rest: (all: boolean) => PieceProps['Rest'] | undefined;
  };
  /** A link to what is not drawn. */
  readonly Rest: {
    readonly rowId: string;
    readonly part: RowPart | 'diff';
    /** `5K more characters`; undefined if everything is drawn. */
    readonly missing: string | undefined;
  };
  /** A link to a line of the log. */
  readonly LogLine: { readonly line: number };
  /** A safe link. @see linkTarget */
  readonly Link: { readonly href: string; readonly children: ComponentChildren };
  /** Another session; a link if it can be opened. */
  readonly SessionName: { readonly link: SessionLink };
  /** Leads to another row. */
  readonly RowLink: { readonly rowId: string; readonly children: ComponentChildren };
  /** What can be done at a compaction. */
  readonly CompactionTools: { readonly row: RowOf<'compaction'> };
  /** One branch of a branch point; a link if it can be shown. */
  readonly Branch: { readonly branch: BranchOption; readonly children: ComponentChildren };
  /** Thumbnails side by side. */
  readonly Images: {
    readonly owner: ImageOwner;
    readonly images: readonly ImageRef[];
    /** Index of the first one among all images of the owner; 0 by default. */
    readonly from?: number;
    /** Accessible name of an image: `Image in your message`. */
    readonly name: string;
  };
  /** Terminal output in colors without a class. */
  readonly Colored: {
    readonly classes: string;
    readonly colors: TextColors;
    readonly children: ComponentChildren;
  };
  /** A path in the session's text; on the page, a link that opens the file. */
  readonly FileLink: {
    readonly place: FilePlace;
    readonly className?: string;
    readonly children: ComponentChildren;
  };
  /** Whether an edit is still in its file, and the way to the file’s other edits. */
  readonly EditBadge: { readonly rowId: string };
  /** How long the model kept getting a heavy row. */
  readonly RowWeight: { readonly rowId: string };
  /** The lines of an edit whose log does not number them: as its file does, if they are still there. */
  readonly EditOnDisk: {
    readonly rowId: string;
    readonly lines: readonly DiffLine[];
    readonly draw: (lines: readonly DiffLine[]) => ComponentChildren;
  };
  /** Row actions, in the head of its frame. */
  readonly HeadTools: { readonly row: Row };
  /** Code block actions, in its corner. */
  readonly CodeTools: { readonly text: string };
  /** A formula in TeX, in a block of its own. */
  readonly Formula: { readonly text: string };
  /** Actions for a part of a row in full, in its corner. */
  readonly PartTools: {
    readonly rowId: string;
    readonly part: RowPart;
    /** `Copy Output` */
    readonly copyLabel: string;
  };
  /** A call's input and output; `isRaw`: only these, as the log has them. */
  readonly CallDetails: { readonly row: RowOf<'tool'>; readonly isRaw?: boolean };
  /** An error as it was reported. */
  readonly ErrorText: { readonly rowId: string; readonly text: string };
  /** What stands for rows before it. */
  readonly Summary: { readonly row: RowOf<'compaction'> | RowOf<'branchSummary'> };
  /** What the sub-agents of a call did. */
  readonly NestedAgents: { readonly row: RowOf<'tool'> };
  /** A view of what a log recorded, and the record itself. */
  readonly WithRaw: {
    readonly id: string;
    readonly view: () => ComponentChildren;
    readonly raw: () => ComponentChildren;
  };
}

/** The row or message an image belongs to. */
export type ImageOwner = { readonly rowId: string } | { readonly message: number };

/** As `#rrggbb`, for the style sheet of terminal output. */
export interface TextColors {
  readonly '--ansi-text'?: string;
  readonly '--ansi-background'?: string;
}

export const SurfaceContext = createContext<Surface | undefined>(undefined);

/** @throws outside a `SurfaceContext`, which would be a bug. */
export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (surface === undefined) {
    throw new Error('This component belongs on a surface.');
  }
  return surface;
}
