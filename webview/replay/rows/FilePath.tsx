import type { ComponentChildren, VNode } from 'preact';
import { FileLink } from '../../kit/surface/pieces.ts';
import { placeFinder } from '../../kit/surface/placeFinder.ts';
import { useSurface } from '../../kit/surface/surface.ts';
import { shortPath } from '../../kit/text/names.ts';
import { Code } from '../../kit/widgets/Visible.tsx';

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
