import { Fragment, type ComponentChildren, type VNode } from 'preact';
import { FileLink } from './pieces.ts';
import { placeFinder } from './placeFinder.ts';

interface PlacesProps {
  readonly text: string;
  /** The text may be a path as a whole. */
  readonly isTitle?: boolean;
  readonly draw: (text: string) => ComponentChildren;
}

/** Text whose names of files are links where the surface has any. */
export function Places({ text, isTitle = false, draw }: PlacesProps): VNode {
  const finder = placeFinder();
  const places = (isTitle ? finder?.placesInTitle : finder?.placesIn)?.(text) ?? [text];
  return (
    <>
      {places.map((part, at) =>
        typeof part === 'string' ? (
          <Fragment key={at}>{draw(part)}</Fragment>
        ) : (
          <FileLink key={at} place={part.place}>
            {draw(part.text)}
          </FileLink>
        ),
      )}
    </>
  );
}
