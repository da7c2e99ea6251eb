import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { reportFault } from '../model/replayModel.ts';
import type * as latePanels from './latePanels.ts';
import { usePage } from './pageContext.ts';

/** A component that is not needed for the first paint, as soon as it is here. */
export function Later({ name }: { name: keyof typeof latePanels }): VNode | null {
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
