import type { ComponentChildren, VNode } from 'preact';
import { useSurface } from '../surface/surface.ts';
import { shortPath } from '../text/shortPath.ts';
import { Foreign } from '../widgets/Visible.tsx';

interface FilePathProps {
  /** As the log spells it. */
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
  /** Instead of the path. */
  readonly children?: ComponentChildren;
}

/** A file, or a line of it. */
export function FilePath({ path, line, children }: FilePathProps): VNode {
  const cwd = useSurface().cwd();
  const place = line === undefined ? path : `${path}:${line}`;
  return (
    <span class="file-path" title={place}>
      {children ?? <Foreign text={shortPath(place, cwd)} />}
    </span>
  );
}
