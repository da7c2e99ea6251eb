import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { SessionParent } from '#protocol/page.ts';
import { usePage } from '../model/pageContext.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { sessionName } from '../../kit/text/sessionName.ts';
import { TextButton } from '../../kit/widgets/TextButton.tsx';
import { Foreign, ForeignProse } from '../../kit/widgets/Visible.tsx';

/** A session named by a row; the header has what the host knows about it. */
export function SessionName({ link }: PieceProps['SessionName']): VNode {
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
      onClick={() =>
        tell('session/open', {
          link: {
            ...(path === undefined ? {} : { path }),
            ...(id === undefined ? {} : { id }),
          },
          ...(rowId === undefined ? {} : { rowId }),
        })
      }
    >
      {name}
    </TextButton>
  );
}
