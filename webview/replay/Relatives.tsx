import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useState } from 'preact/hooks';
import type { ReplayHeader } from '#protocol/pages/page.ts';
import { formatExactly } from '#base/format.ts';
import { Icon } from '../kit/widgets/Icon.tsx';
import { OtherSession } from './pieces/links.tsx';
import { TextButton } from '../kit/widgets/IconButton.tsx';

/** Forks shown at first. */
const namedForks = 2;

/** The session's parent and forks. */
export function Relatives({ header }: { header: ReplayHeader }): VNode | null {
  const { parent, forks, isSubAgent } = header;
  const [all, setAll] = useState(false);
  if (parent === undefined && forks.length === 0) {
    return null;
  }
  const shown = all ? forks : forks.slice(0, namedForks);
  const more = forks.length - shown.length;
  return (
    <div class="relatives">
      {parent !== undefined && (
        <div class="relative">
          <Icon name={isSubAgent === true ? 'robot' : 'repo-forked'} />
          <span class="relative-words">
            {isSubAgent === true ? t('Sub-agent of') : t('Forked from')}
          </span>
          <OtherSession session={parent} />
        </div>
      )}
      {forks.length > 0 && (
        <div class="relative">
          <Icon name="repo-forked" />
          <span class="relative-words">{forks.length === 1 ? t('Fork') : t('Forks')}</span>
          <ul class="relative-forks">
            {shown.map((fork) => (
              <li key={fork.path}>
                <OtherSession
                  session={{ title: fork.title, path: fork.path, known: true }}
                  hint={t('Updated {0}', formatExactly(fork.updatedAt))}
                />
              </li>
            ))}
          </ul>
          {more > 0 && <TextButton onClick={() => setAll(true)}>{t('{0} more', more)}</TextButton>}
        </div>
      )}
    </div>
  );
}
