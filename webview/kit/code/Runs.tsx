import type { VNode } from 'preact';
import { Code } from '../widgets/Visible.tsx';
import type { CodeRun } from './highlight.ts';

/** Colored code. */
export function Runs({ runs }: { runs: readonly CodeRun[] }): VNode {
  return (
    <>
      {runs.map(({ text: run, classes }, at) =>
        classes === '' ? (
          <Code key={at} text={run} />
        ) : (
          <span key={at} class={classes}>
            <Code text={run} />
          </span>
        ),
      )}
    </>
  );
}
