import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ToolViewProps } from './toolViewProps.ts';

type DrawView = (props: ToolViewProps) => VNode;

const loaded = signal<DrawView | undefined>(undefined);
let loading = false;

/** Loads the views, which no first paint needs: calls are folded at first. */
export async function loadToolViews(): Promise<void> {
  const { ToolViewContent } = await import('./ToolViewContent.tsx');
  loaded.value = ToolViewContent;
}

/**
 * The component that draws views; undefined while it loads. A component that reads this is drawn
 * again once it has loaded.
 */
export function toolViews(): DrawView | undefined {
  if (!loading) {
    loading = true;
    // A failure (such as a missing chunk after an update) goes to the page's fault report.
    void loadToolViews();
  }
  return loaded.value;
}
