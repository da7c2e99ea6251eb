import type { VNode } from 'preact';
import { Code } from '../components/Visible.tsx';
import { highlightedRuns } from './highlighter.ts';
import './code.css';

/** @param language as a fence or a file's ending names it; empty for none. */
export function HighlightedCode({ text, language }: { text: string; language: string }): VNode {
  const runs = highlightedRuns(text, language);
  if (runs === undefined) {
    return <Code text={text} />;
  }
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
