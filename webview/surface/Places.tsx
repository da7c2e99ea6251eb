import { Fragment, type ComponentChildren, type VNode } from 'preact';
import type { PlacedText } from '../text/filePlace.ts';
import { FileLink } from './pieces.ts';

interface PlacesProps {
  /** As found by `placesIn`. */
  readonly places: readonly (string | PlacedText)[];
  readonly className?: string;
  readonly draw: (text: string) => ComponentChildren;
}

/** Text whose names of files are links where the surface has any. */
export function Places({ places, draw, className }: PlacesProps): VNode {
  return (
    <>
      {places.map((part, at) =>
        typeof part === 'string' ? (
          <Fragment key={at}>{draw(part)}</Fragment>
        ) : (
          <FileLink key={at} place={part.place} {...(className === undefined ? {} : { className })}>
            {draw(part.text)}
          </FileLink>
        ),
      )}
    </>
  );
}
