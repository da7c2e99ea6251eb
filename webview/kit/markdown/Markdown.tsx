import type { ComponentChildren, VNode } from 'preact';
import type { MarkedToken, Tokens } from 'marked';
import { CodeBlock } from '../code/HighlightedCode.tsx';
import { Prose } from '../widgets/Visible.tsx';
import { Formula } from '../surface/pieces.ts';
import { inlineNodes } from './inlineNodes.tsx';
import { deepest, ownTokens, lexMarkdown } from './lexMarkdown.ts';
import { t } from '#base/l10n.ts';
import { useRowTabIndex } from '../widgets/rowContext.ts';
import { useMemo } from 'preact/hooks';
import './markdown.css';

const fences = [
  ['$$', '$$'],
  ['\\[', '\\]'],
] as const;

/** The formula of a paragraph that is one, `$$…$$` or `\[…\]`; undefined for any other. */
function formulaOf(paragraph: string): string | undefined {
  const text = paragraph.trim();
  const fence = fences.find(
    ([open, close]) =>
      text.length > 4 && text.startsWith(open) && text.indexOf(close, 2) === text.length - 2,
  );
  return fence && text.slice(2, -2).trim();
}

/** Blocks: paragraphs, lists, quotes, tables, code. */
export function blockNodes(tokens: readonly MarkedToken[], depth: number): ComponentChildren {
  return tokens.map((token, at) =>
    depth >= deepest ? <Raw key={at} text={token.raw} /> : blockNode(token, at, depth),
  );
}

function blockNode(token: MarkedToken, key: number, depth: number): ComponentChildren {
  switch (token.type) {
    case 'space':
      return null;
    case 'hr':
      return <hr key={key} />;
    case 'heading':
      return (
        <Heading key={key} level={token.depth}>
          {inlineNodes(ownTokens(token.tokens), depth + 1)}
        </Heading>
      );
    case 'paragraph': {
      const formula = formulaOf(token.raw);
      return formula !== undefined ? (
        <Formula key={key} text={formula} />
      ) : (
        <p key={key} dir="auto">
          {inlineNodes(ownTokens(token.tokens), depth + 1)}
        </p>
      );
    }
    case 'blockquote':
      return (
        <blockquote key={key} dir="auto">
          {blockNodes(ownTokens(token.tokens), depth + 1)}
        </blockquote>
      );
    case 'code':
      return token.lang === 'math' ? (
        <Formula key={key} text={token.text} />
      ) : (
        <CodeBlock key={key} text={token.text} language={token.lang?.split(/\s/)[0] ?? ''} />
      );
    case 'list':
      return <List key={key} list={token} depth={depth} />;
    case 'table':
      return <Table key={key} table={token} depth={depth} />;
    case 'html':
      return <Raw key={key} text={token.text} />;
    case 'def':
      return <Raw key={key} text={token.raw} />;
    case 'text':
      // The line of a tight list item: a block token with inline children.
      return (
        <span key={key} class="markdown-line">
          {token.tokens === undefined ? (
            <Prose text={token.text} />
          ) : (
            inlineNodes(ownTokens(token.tokens), depth + 1)
          )}
        </span>
      );
    default:
      return inlineNodes([token], depth);
  }
}

function Heading({ level, children }: { level: number; children: ComponentChildren }): VNode {
  // A message is below the page's title and its row's heading level, so its headings start at 3.
  const Tag = `h${Math.min(6, level + 2)}` as 'h3' | 'h4' | 'h5' | 'h6';
  return (
    <Tag dir="auto" class={`markdown-h${Math.min(4, level)}`}>
      {children}
    </Tag>
  );
}

function List({ list, depth }: { list: Tokens.List; depth: number }): VNode {
  const items = list.items.map((item, at) => (
    <li key={at} dir="auto" class={item.task ? 'markdown-task' : undefined}>
      {blockNodes(ownTokens(item.tokens), depth + 1)}
    </li>
  ));
  return list.ordered ? (
    <ol start={list.start === '' ? 1 : list.start}>{items}</ol>
  ) : (
    <ul>{items}</ul>
  );
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }): VNode {
  const cell = ({ tokens, align }: Tokens.TableCell) => ({
    class: align === null ? undefined : `markdown-${align}`,
    children: inlineNodes(ownTokens(tokens), depth + 1),
  });
  return (
    <TableFrame>
      <thead>
        <tr>
          {table.header.map((head, at) => (
            <th key={at} scope="col" {...cell(head)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, line) => (
          <tr key={line}>
            {row.map((data, at) => (
              <td key={at} {...cell(data)} />
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** HTML and overly nested content, as written. */
function Raw({ text }: { text: string }): VNode {
  return (
    <p dir="auto" class="markdown-raw">
      <Prose text={text.trimEnd()} />
    </p>
  );
}

/** A table that scrolls horizontally in a narrow panel, also by keyboard. */
function TableFrame({ children }: { children: ComponentChildren }): VNode {
  return (
    <div class="markdown-table" role="group" aria-label={t('Table')} tabIndex={useRowTabIndex()}>
      <table>{children}</table>
    </div>
  );
}

/** Renders Markdown as nodes. Unparsable Markdown, and raw HTML always, is shown as written. */
export function Markdown({ text, breaks = false }: { text: string; breaks?: boolean }): VNode {
  const drawn = useMemo(() => drawMarkdown(text, breaks), [text, breaks]);
  return <div class="markdown">{drawn}</div>;
}

function drawMarkdown(text: string, breaks: boolean): ComponentChildren {
  const tokens = lexMarkdown(text, breaks);
  return tokens === undefined ? (
    <p dir="auto" class="markdown-plain">
      <Prose text={text} />
    </p>
  ) : (
    blockNodes(tokens, 0)
  );
}
