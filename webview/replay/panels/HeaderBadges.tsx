import type { VNode } from 'preact';
import { formatCount, plural, t } from '#base/l10n.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { ContextGauge } from './ContextGauge.tsx';
import { usePage } from '../model/pageContext.ts';

/** What is known once the log was read; between the title and the toolbar, so that neither moves. */
export function HeaderBadges(): VNode {
  const { view } = usePage();
  return (
    <>
      {view.view.value === 'transcript' && <ContextGauge />}
      <ProblemsBadge />
      <FilesBadge />
    </>
  );
}

function FilesBadge(): VNode | null {
  const { files } = usePage();
  const total = files.session.value?.total ?? 0;
  if (total === 0) {
    return null;
  }
  return (
    <button
      type="button"
      class="files-badge"
      title={t('Changed Files')}
      aria-expanded={files.scope.value !== undefined}
      aria-controls="changed-files"
      onClick={files.toggle}
    >
      <Icon name="diff-multiple" />
      <Count total={total} words={plural(total, '1 file', '{0} files')} />
    </button>
  );
}

function ProblemsBadge(): VNode | null {
  const { replay, problems } = usePage();
  const header = replay.header.value;
  const total = (header?.problems.lost ?? 0) + (header?.problems.odd ?? 0);
  if (total === 0) {
    return null;
  }
  const isLost = (header?.problems.lost ?? 0) > 0;
  return (
    <button
      type="button"
      class={isLost ? 'problems-badge problems-lost' : 'problems-badge'}
      aria-expanded={problems.open.value}
      aria-controls="problems"
      title={plural(total, '1 problem', '{0} problems')}
      onClick={problems.toggle}
    >
      <Icon name={isLost ? 'warning' : 'info'} />
      <Count total={total} words={plural(total, '1 problem', '{0} problems')} />
    </button>
  );
}

/** Only the figure where there is little room. */
function Count({ total, words }: { total: number; words: string }): VNode {
  return (
    <>
      <span class="tool-figure" aria-hidden="true">
        {formatCount(total)}
      </span>
      <span class="tool-label">{words}</span>
    </>
  );
}
