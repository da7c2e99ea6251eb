import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { TextButton } from '../../kit/widgets/TextButton.tsx';
import { usePage } from '../model/pageContext.ts';

/**
 * The webview's own click handler sits on the document and would open a link a second time, so the
 * click stops here.
 */
function opens(open: () => void) {
  const onClick = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    open();
  };
  return { onClick, onAuxClick: onClick };
}

/** A link the host opens. @param href as returned by `linkTarget`. */
export function Link({ href, children }: PieceProps['Link']): VNode {
  const { tell } = usePage();
  return (
    <a
      href={href}
      title={href}
      tabIndex={useRowTabIndex()}
      rel="noreferrer"
      {...opens(() => tell('link/open', { href }))}
    >
      <bdi>{children}</bdi>
    </a>
  );
}

/** Opens a file that the session names, at its line. The host decides whether there is one. */
export function FileLink({ place, className = '', children }: PieceProps['FileLink']): VNode {
  const { tell } = usePage();
  return (
    <a
      href="#file"
      class={`file-link ${className}`.trim()}
      title={t('Open {0}', place.line === undefined ? place.path : `${place.path}:${place.line}`)}
      tabIndex={useRowTabIndex()}
      {...opens(() => tell('file/open', place))}
    >
      <bdi>{children}</bdi>
    </a>
  );
}

export function RowLink({ rowId, children }: PieceProps['RowLink']): VNode {
  const { replay } = usePage();
  return <TextButton onClick={() => void replay.goToRow(rowId)}>{children}</TextButton>;
}

export function LogLine({ line }: PieceProps['LogLine']): VNode {
  const { tell } = usePage();
  return (
    <TextButton onClick={() => tell('line/open', { line })}>{t('Open Line {0}', line)}</TextButton>
  );
}

/** Opens a full text in an editor, a full diff in the diff editor. */
export function Rest({ rowId, part, missing }: PieceProps['Rest']): VNode {
  const { tell } = usePage();
  const isDiff = part === 'diff';
  return (
    <TextButton
      className={missing === undefined ? undefined : 'text-rest'}
      onClick={() => (isDiff ? tell('diff/open', { rowId }) : tell('row/open', { rowId, part }))}
    >
      {missing === undefined
        ? isDiff
          ? t('Open Diff')
          : t('Open in Editor')
        : isDiff
          ? t('{0}: open diff', missing)
          : t('{0}: open in editor', missing)}
    </TextButton>
  );
}
