import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { WebResult, ToolViewOf } from '#core/rows/views/toolView.ts';
import { Link } from '../../../kit/surface/pieces.ts';
import { linkTarget } from '../../../kit/text/linkTarget.ts';
import { Code, Foreign, ForeignProse, Prose } from '../../../kit/widgets/Visible.tsx';
import { LongCode, LongMarkdown } from '../LongText.tsx';
import type { ToolViewProps } from './toolViewProps.ts';
import { ValueCode } from './ValueCode.tsx';

export function WebContent({ row, view }: ToolViewProps<ToolViewOf<'web'>>): VNode {
  const { url, query, prompt, status, results, text } = view;
  const page = { rowId: row.id, part: 'output' } as const;
  return (
    <>
      <p class="tool-subject">
        {url !== undefined && <Address url={url} title={url} />}
        {query !== undefined && <ForeignProse text={query} />}
        {status !== undefined && <span class="quiet">{t('Status {0}', String(status))}</span>}
      </p>
      {prompt !== undefined && (
        <p class="tool-note" dir="auto">
          <Prose text={prompt} />
        </p>
      )}
      {results !== undefined && <Results results={results} />}
      {text !== undefined &&
        (/^\s*[{[]/.test(text.text) ? (
          <ValueCode {...page} text={text} />
        ) : /^\s*</.test(text.text) ? (
          <LongCode {...page} text={text} language="html" />
        ) : (
          <LongMarkdown {...page} id="output" text={text} />
        ))}
    </>
  );
}

/** A link if it leads to the web. */
function Address({ url, title }: { url: string; title: string }): VNode {
  const target = linkTarget(url);
  return target === undefined ? (
    <Foreign text={title} />
  ) : (
    <Link href={target}>
      <Code text={title} />
    </Link>
  );
}

function Results({ results }: { results: readonly WebResult[] }): VNode {
  return (
    <ul class="web-results">
      {results.map(({ title, url, text }, at) => (
        <li key={at}>
          <Address url={url} title={title} />
          {title !== url && <Foreign text={url} className="quiet" />}
          {text !== '' && (
            <p dir="auto">
              <Prose text={text} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
