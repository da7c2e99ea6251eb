import { t } from '#base/l10n.ts';
import { CodeBlock } from '../../kit/code/CodeBlock.tsx';
import type { Pieces } from '../../kit/surface/surface.ts';
import { sessionName } from '../../kit/text/sessionName.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import { anchorOf } from '../anchorOf.ts';
import { colorClasses } from '../colorRules.ts';
import { Images } from './Images.tsx';
import { Long } from './Long.tsx';
import { SubAgents } from './SubAgents.tsx';
import '../../kit/surface/fold.css';

/** Pieces for a document: none of them needs a script. */
export const pieces: Pieces = {
  Images,
  Long,
  SubAgents,

  /** A native `<details>`, so folded content can be searched and printed. */
  Fold: ({ line, beside, className = '', children }) => (
    <details class={`fold ${className}`.trim()}>
      <summary class="fold-line">
        <Icon name="chevron-right" />
        {line(false)}
        {beside}
      </summary>
      <div class="fold-content">{children()}</div>
    </details>
  ),
  Frame: ({ className, head, children }) =>
    children === undefined ? (
      <div class={className}>
        <div class={`${className}-head`}>{head}</div>
      </div>
    ) : (
      <details class={className} open>
        <summary class={`${className}-head`}>
          <Icon name="chevron-right" />
          {head}
        </summary>
        {children()}
      </details>
    ),
  WithRaw: ({ view, raw }) => (
    <>
      {view()}
      <details class="raw">
        <summary class="raw-line">
          <Icon name="chevron-right" />
          {t('Raw')}
        </summary>
        {raw()}
      </details>
    </>
  ),

  /** Not a link: the file contains only one branch. */
  Branch: ({ branch, children }) => (
    <div class="branch-option" aria-current={branch.shown ? 'true' : undefined}>
      {children}
    </div>
  ),
  /** Not a link: the file is on the machine where the document was exported. */
  FileLink: ({ className, children }) => <bdi class={className}>{children}</bdi>,
  Link: ({ href, children }) => (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener">
      <bdi>{children}</bdi>
    </a>
  ),
  LogLine: ({ line }) => t('Line {0}', line),
  Rest: ({ missing }) =>
    missing === undefined ? null : <span class="quiet">{t('{0} in the log', missing)}</span>,
  RowLink: ({ rowId, children }) => <a href={`#${anchorOf(rowId)}`}>{children}</a>,
  SessionName: ({ link }) => <Foreign text={sessionName(link)} />,

  Colored: ({ classes, colors, children }) => (
    <span class={`${classes} ${colorClasses(colors)}`.trim()}>{children}</span>
  ),
  /** As written: its reader may have no font for mathematics. */
  Formula: ({ text }) => <CodeBlock text={text} language="latex" />,

  CodeTools: () => null,
  CompactionTools: () => null,
  EditBadge: () => null,
  HeadTools: () => null,
  PartTools: () => null,
};
