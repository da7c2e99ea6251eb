import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Code } from '../widgets/Visible.tsx';
import { useSurface } from '../surface/surface.ts';
import { coloredAtOnce } from '../surface/frameBudget.ts';
import type { CodeRun } from './highlight.ts';
import { canHighlight, highlightedRuns } from './highlighter.ts';
import './code.css';
import { CodeTools } from '../surface/pieces.ts';

/** @param language as named by a fence or a file extension; empty for none. */
export function HighlightedCode({ text, language }: { text: string; language: string }): VNode {
  const isTurn = useSurface().useTurn(canHighlight(text, language) ? text.length : 0);
  const runs = isTurn ? highlightedRuns(text, language) : undefined;
  const parts = useMemo(() => partsOf(runs ?? []), [runs]);
  const [only] = parts;
  if (only === undefined) {
    return <Code text={text} />;
  }
  return parts.length === 1 ? (
    <Runs runs={only} />
  ) : (
    <>
      {parts.map((part, at) => (
        <LaterRuns key={at} runs={part} />
      ))}
    </>
  );
}

/** A block of code; its surroundings give it a frame. */
export function CodeText(props: { text: string; language: string }): VNode {
  return (
    <pre dir="ltr">
      <code>
        <HighlightedCode {...props} />
      </code>
    </pre>
  );
}

/** Part of a long text; plain until its turn comes. */
function LaterRuns({ runs }: { runs: readonly CodeRun[] }): VNode {
  const text = runs.map((run) => run.text).join('');
  return useSurface().useTurn(text.length) ? <Runs runs={runs} /> : <Code text={text} />;
}

function partsOf(runs: readonly CodeRun[]): readonly (readonly CodeRun[])[] {
  const parts: CodeRun[][] = [];
  let chars = coloredAtOnce;
  for (const run of runs) {
    if (chars >= coloredAtOnce) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(run);
    chars += run.text.length;
  }
  return parts;
}

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

export function CodeBlock({ text, language }: { text: string; language: string }): VNode {
  return (
    <div class="code-block">
      <CodeText text={text} language={language} />
      <CodeTools text={text} />
    </div>
  );
}
