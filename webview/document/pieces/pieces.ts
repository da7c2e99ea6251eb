import type { Pieces } from '../../surface/surface.ts';
import { Branch } from './Branch.tsx';
import { Coloured } from './Coloured.tsx';
import { Fold } from './Fold.tsx';
import { Frame } from './Frame.tsx';
import { Images } from './Images.tsx';
import { Link } from './Link.tsx';
import { Long } from './Long.tsx';
import { Rest } from './Rest.tsx';
import { RowLink } from './RowLink.tsx';
import { SessionName } from './SessionName.tsx';
import { t } from '#base/l10n.ts';

/** Pieces for a document: none of them needs a script. */
export const pieces: Pieces = {
  Branch,
  Coloured,
  Fold,
  Frame,
  Images,
  Link,
  Long,
  Rest,
  RowLink,
  SessionName,
  LogLine: ({ line }) => t('Line {0}', line),
  HeadTools: () => null,
  CodeTools: () => null,
  CompactionTools: () => null,
};
