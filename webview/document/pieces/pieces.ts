import type { Pieces } from '../../surface/surface.ts';
import { Branch } from './Branch.tsx';
import { Coloured } from './Coloured.tsx';
import { FileLink } from './FileLink.tsx';
import { Fold } from './Fold.tsx';
import { Formula } from './Formula.tsx';
import { Frame } from './Frame.tsx';
import { Images } from './Images.tsx';
import { Link } from './Link.tsx';
import { Long } from './Long.tsx';
import { Rest } from './Rest.tsx';
import { RowLink } from './RowLink.tsx';
import { SessionName } from './SessionName.tsx';
import { SubAgents } from './SubAgents.tsx';
import { WithRaw } from './WithRaw.tsx';
import { t } from '#base/l10n.ts';

/** Pieces for a document: none of them needs a script. */
export const pieces: Pieces = {
  Branch,
  Coloured,
  FileLink,
  Fold,
  Formula,
  Frame,
  Images,
  Link,
  Long,
  Rest,
  RowLink,
  SessionName,
  SubAgents,
  WithRaw,
  LogLine: ({ line }) => t('Line {0}', line),
  EditBadge: () => null,
  HeadTools: () => null,
  CodeTools: () => null,
  PartTools: () => null,
  CompactionTools: () => null,
};
