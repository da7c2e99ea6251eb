import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { BranchOption, RowOf } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Prose } from '../../kit/widgets/Visible.tsx';
import { Branch } from '../../kit/surface/pieces.ts';
import { RowTime } from './RowHead.tsx';
import './branch.css';

/** A branch point of the current branch; the reader can switch to any of the others. */
export function BranchContent({
  row: { branches, unlisted = 0 },
}: {
  row: RowOf<'branch'>;
}): VNode {
  return (
    <div class="branches">
      <div class="branches-head">
        <Icon name="git-branch" />
        {plural(branches.length + unlisted, '1 branch from here', '{0} branches from here')}
      </div>
      <ul class="branches-list">
        {branches.map((branch, at) => (
          <li key={at}>
            <Branch branch={branch}>
              <BranchLine branch={branch} />
            </Branch>
          </li>
        ))}
      </ul>
      {unlisted > 0 && (
        <p class="branches-rest">
          {plural(unlisted, '1 older branch not listed', '{0} older branches not listed')}
        </p>
      )}
    </div>
  );
}

function BranchLine({ branch }: { branch: BranchOption }): VNode {
  const { shown, preview, entries, time } = branch;
  return (
    <>
      <Icon name={shown ? 'pass-filled' : 'circle-large'} />
      <bdi class={preview === '' ? 'branch-preview quiet' : 'branch-preview'}>
        {preview === '' ? t('No message') : <Prose text={preview} />}
      </bdi>
      <span class="branch-facts">
        {shown && <span>{t('Shown')}</span>}
        <span>{plural(entries, '1 entry', '{0} entries')}</span>
        {time !== undefined && <RowTime at={time} />}
      </span>
    </>
  );
}
