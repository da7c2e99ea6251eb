import { signal } from '@preact/signals';
import { createElement, type FunctionComponent, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { setRunLabel } from './rows/rowFacts.ts';
import type * as panels from './lazyPanels.ts';

type Panels = typeof panels;

const loaded = signal<Panels | undefined>(undefined);

/** Loads what the first paint does not need; what is drawn afterwards appears at once. */
export async function loadLazy(): Promise<Panels> {
  if (loaded.value === undefined) {
    const here = await import('./lazyPanels.ts');
    setRunLabel(here.labelOfRun);
    loaded.value = here;
  }
  return loaded.value;
}

/** The same, as soon as it is here. */
export function useLazy(): Panels | undefined {
  useEffect(() => {
    // A failure (such as a missing chunk after an update) goes to the page's fault report.
    void loadLazy();
  }, []);
  return loaded.value;
}

/** Makes a component of what is chosen from it. */
export function lazily<Props extends object>(
  choose: (panels: Panels) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  return (props) => {
    const panels = useLazy();
    return panels === undefined ? null : createElement(choose(panels), props);
  };
}

/** One of its components. */
export function LazyPanel({ name }: { name: Panel }): VNode | null {
  const Loaded = useLazy()?.[name];
  return Loaded === undefined ? null : <Loaded />;
}

type Panel = {
  [Name in keyof Panels]: Panels[Name] extends () => VNode | null ? Name : never;
}[keyof Panels];
