import type { ComponentChildren, VNode } from 'preact';
import { FileLink } from '../surface/pieces.ts';
import { placeFinder } from '../surface/placeFinder.ts';
import { useSurface } from '../surface/surface.ts';
import { shortPath } from '../text/shortPath.ts';
import { Code } from '../widgets/Visible.tsx';

interface FilePathProps {
  /** As the log spells it. */
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
  /** Instead of the path. */
  readonly children?: ComponentChildren;
}

/** A file, or a line of it; a link where the surface has any. */
export function FilePath({ path, line, children }: FilePathProps): VNode {
  const cwd = useSurface().cwd();
  const place = placeFinder()?.placeOfPath(path, line);
  const named = line === undefined ? path : `${path}:${line}`;
  const shown = children ?? <Code text={shortPath(named, cwd)} />;
  return (
    <span class="file-path" title={named}>
      {place === undefined ? <bdi>{shown}</bdi> : <FileLink place={place}>{shown}</FileLink>}
    </span>
  );
}
