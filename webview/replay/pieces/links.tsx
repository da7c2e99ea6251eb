import type { VNode } from 'preact';
import { defined } from '#base/defined.ts';
import { t } from '#base/l10n.ts';
import type { SessionParent } from '#protocol/pages/page.ts';
import type { PieceProps, Pieces } from '../../kit/surface/surface.ts';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { sessionName } from '../../kit/text/names.ts';
import { Foreign, ForeignProse } from '../../kit/widgets/Visible.tsx';
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
function Link({ href, children }: PieceProps['Link']): VNode {
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
function FileLink({ place, className = '', children }: PieceProps['FileLink']): VNode {
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

function RowLink({ rowId, children }: PieceProps['RowLink']): VNode {
  const { replay } = usePage();
  return <TextButton onClick={() => void replay.goToRow(rowId)}>{children}</TextButton>;
}

function LogLine({ line }: PieceProps['LogLine']): VNode {
  const { tell } = usePage();
  return (
    <TextButton onClick={() => tell('line/open', { line })}>{t('Open Line {0}', line)}</TextButton>
  );
}

/** Opens a full text in an editor, a full diff in the diff editor. */
function Rest({ rowId, part, missing }: PieceProps['Rest']): VNode {
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

/** Shows the branch; the current one is marked and does nothing. */
function Branch({ branch, children }: PieceProps['Branch']): VNode {
  const { replay } = usePage();
  const { shown, leaf } = branch;
  return (
    <button
      type="button"
      class="branch-option"
      aria-current={shown ? 'true' : undefined}
      tabIndex={useRowTabIndex()}
      title={shown ? undefined : t('Show this branch')}
      onClick={() => {
        if (!shown) {
          void replay.showBranch(leaf);
        }
      }}
    >
      {children}
    </button>
  );
}

/** A session named by a row; the header has what the host knows about it. */
function SessionName({ link }: PieceProps['SessionName']): VNode {
  const { parent } = usePage().replay.header.value ?? {};
  return <OtherSession session={parent ?? { ...link, known: true }} />;
}

interface OtherSessionProps {
  readonly session: SessionParent;
  /** Tooltip; the path by default. */
  readonly hint?: string;
}

/** Another session, by its title or as written in the log; a link if it can be opened. */
export function OtherSession({ session, hint }: OtherSessionProps): VNode {
  const { tell } = usePage();
  const { title, path, id, rowId, known } = session;
  const name =
    title === undefined ? (
      <Foreign text={sessionName({ path, id })} />
    ) : (
      <ForeignProse text={title} />
    );
  if (!known) {
    return (
      <span title={path ?? id}>
        {name} <span class="quiet">{t('(not in the list)')}</span>
      </span>
    );
  }
  return (
    <TextButton
      title={hint ?? path ?? id}
      onClick={() => tell('session/open', defined({ link: defined({ path, id }), rowId }))}
    >
      {name}
    </TextButton>
  );
}

export const linkPieces = {
  Branch,
  FileLink,
  Link,
  LogLine,
  Rest,
  RowLink,
  SessionName,
} satisfies Partial<Pieces>;
