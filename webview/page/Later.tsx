import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { reportFault } from '../model/replayModel.ts';
import { usePage } from './pageContext.ts';

/** Components that are not needed for the first paint. */
type Late = typeof import('./latePanels.ts');

/** One of them, as soon as it is here. */
export function Later({ name }: { name: keyof Late }): VNode | null {
  const { replay } = usePage();
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    import('./latePanels.ts').then(
      (late) => {
        setLoaded(() => late[name]);
      },
      (fault: unknown) => {
        reportFault(replay.endpoint, fault);
      },
    );
  }, [name]);
  return Loaded === undefined ? null : <Loaded />;
}
