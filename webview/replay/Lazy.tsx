import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { setRunLabel } from './rows/lateRuns.ts';
import { setToolDetails } from './rows/tools/lateDetails.ts';
import type * as late from './lazyPanels.ts';

type Late = typeof late;

const loaded = signal<Late | undefined>(undefined);

/** Loads what the first paint does not need; what is drawn afterwards appears at once. */
export async function loadLate(): Promise<Late> {
  if (loaded.value === undefined) {
    const here = await import('./lazyPanels.ts');
    setRunLabel(here.labelOfRun);
    setToolDetails(here.ToolDetails);
    loaded.value = here;
  }
  return loaded.value;
}

/** The same, as soon as it is here. */
export function useLate(): Late | undefined {
  useEffect(() => {
    // A failure (such as a missing chunk after an update) goes to the page's fault report.
    void loadLate();
  }, []);
  return loaded.value;
}

/** One of its components. */
export function Later({ name }: { name: Panel }): VNode | null {
  const Loaded = useLate()?.[name];
  return Loaded === undefined ? null : <Loaded />;
}

type Panel = {
  [Name in keyof Late]: Late[Name] extends () => VNode | null ? Name : never;
}[keyof Late];
