import { createContext, type ComponentChildren, type CSSProperties } from 'preact';
import { useContext } from 'preact/hooks';
import type { BranchOption, ImageRef, Row, RowPart } from '#core/replay/row.ts';
import type { SessionLink } from '#core/session.ts';
import type { ImageOwner } from './imageOwner.ts';

/**
 * What rows are drawn on: the replay page, which answers its reader, or a document, which stands by
 * itself. Rows know neither of the two. What they make differently is a piece, and each of them has
 * its own.
 */
export interface Surface {
  /** The folder that the session ran in; paths within it are shown from there on. */
  cwd(): string | undefined;
  /** When the session began, epoch ms; times of that day are shown without it. */
  began(): number | undefined;
  /**
   * Whether it is the turn of a component that has so many characters to colour. It is drawn again
   * when it is; then it stays its turn. A hook.
   */
  readonly useTurn: (chars: number) => boolean;
  readonly pieces: Pieces;
}

export type Pieces = {
  readonly [Name in keyof PieceProps]: (props: PieceProps[Name]) => ComponentChildren;
};

export interface PieceProps {
  /** One line that opens to more. */
  readonly Fold: {
    /** Names what is folded: `rowId`, or `rowId/part`. */
    readonly id: string;
    readonly className?: string;
    /** The line, which stays. */
    readonly line: (open: boolean) => ComponentChildren;
    readonly children: () => ComponentChildren;
  };
  /** A box with a head, open until the reader closes it. */
  readonly Frame: {
    readonly id: string;
    /** Class of the box; `…-head` is that of its head. */
    readonly className: string;
    /** `Hide Output`, `Show Output` */
    readonly toggleLabel: (open: boolean) => string;
    readonly head: ComponentChildren;
    /** Undefined where there is nothing but the head. */
    readonly children: (() => ComponentChildren) | undefined;
  };
  /** Something long, of which the beginning is enough for most readers. */
  readonly Long: {
    readonly id: string;
    readonly isLong: boolean;
    /** `Show all (60 lines)` */
    readonly showAll: string;
    /** Draws all of it, or the beginning. */
    readonly draw: (all: boolean) => ComponentChildren;
    /** What to say of what is not here; undefined where nothing is to be said. */
    readonly rest: (all: boolean) => PieceProps['Rest'] | undefined;
  };
  /** The way to what is not drawn at all. */
  readonly Rest: {
    readonly rowId: string;
    readonly part: RowPart | 'diff';
    /** `5K more characters`; undefined where everything is drawn. */
    readonly missing: string | undefined;
  };
  /** The way to a line of the log. */
  readonly LogLine: { readonly line: number };
  /** A link that may be followed. @see linkTarget */
  readonly Link: { readonly href: string; readonly children: ComponentChildren };
  /** Another session, a link where it can be opened. */
  readonly SessionName: { readonly link: SessionLink };
  /** One of the branches that leave a place, which can be gone to where there is a way. */
  readonly Branch: { readonly branch: BranchOption; readonly children: ComponentChildren };
  /** Images side by side, small at first. */
  readonly Images: {
    readonly owner: ImageOwner;
    readonly images: readonly ImageRef[];
    /** Place of the first of them among all images of the owner; 0 without it. */
    readonly from?: number;
    /** What one is, for those who cannot see it: `Image in your message`. */
    readonly name: string;
  };
  /** A run of terminal output in colours that no class stands for. */
  readonly Coloured: {
    readonly classes: string;
    readonly colours: TextColours;
    readonly children: ComponentChildren;
  };
  /** What can be done with a row, in the head of its frame. */
  readonly HeadTools: { readonly row: Row };
  /** What can be done with a block of code, in its corner. */
  readonly CodeTools: { readonly text: string };
}

/** As `#rrggbb`. */
export type TextColours = Pick<CSSProperties, 'color' | 'backgroundColor'>;

export const SurfaceContext = createContext<Surface | undefined>(undefined);

/** @throws outside a `SurfaceContext`, which would be a mistake of ours. */
export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (surface === undefined) {
    throw new Error('This component belongs on a surface.');
  }
  return surface;
}
