import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type * as late from './latePanels.ts';
import { reportFault } from '../model/reportFault.ts';
import { usePage } from './pageContext.ts';

/** Components that are not needed for the first paint. */
type Late = typeof late;

let loaded: Late | undefined;

/** Loads them once; what is drawn afterwards appears at once. */
export async function loadLate(): Promise<Late> {
  return (loaded ??= (await import('./afterPaint.ts')).panels);
}

/** One of them, as soon as it is here. */
export function Later({ name }: { name: keyof Late }): VNode | null {
  const { replay } = usePage();
  const [here, setHere] = useState(loaded);
  useEffect(() => {
    loadLate().then(setHere, (fault: unknown) => {
      reportFault(replay.endpoint, fault);
    });
  }, [replay]);
  const Loaded = here?.[name];
  return Loaded === undefined ? null : <Loaded />;
}
