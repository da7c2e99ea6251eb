import type { ComponentChildren, VNode } from 'preact';
import { piecesOfCode, piecesOfProse, type TextPiece } from '../text/invisible.ts';

/** Code, a path or terminal text, with invisible characters shown as marks. */
export function Code({ text }: { text: string }): VNode {
  return <>{drawPieces(piecesOfCode(text))}</>;
}

/** Prose in any script; only deceptive characters are marked. */
export function Prose({ text }: { text: string }): VNode {
  return <>{drawPieces(piecesOfProse(text))}</>;
}

/**
 * A path, name or title from the log within a sentence of ours, isolated to keep its own writing
 * direction.
 */
export function Foreign({ text, className }: { text: string; className?: string }): VNode {
  return (
    <bdi class={className}>
      <Code text={text} />
    </bdi>
  );
}

/** The same of prose. */
export function ForeignProse({ text, className }: { text: string; className?: string }): VNode {
  return (
    <bdi class={className}>
      <Prose text={text} />
    </bdi>
  );
}

function drawPieces(pieces: readonly TextPiece[]): ComponentChildren {
  return pieces.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <span key={at} class="invisible-mark" title={`${piece.code} ${piece.name}`}>
        {piece.code}
      </span>
    ),
  );
}
