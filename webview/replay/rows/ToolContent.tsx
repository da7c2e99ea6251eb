import type { VNode } from 'preact';
import { formatAmount } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import { Code, Foreign } from '../../kit/widgets/Visible.tsx';
import { CallDetails, Fold } from '../../kit/surface/pieces.ts';
import { Places } from '../../kit/surface/Places.tsx';
import { useSurface } from '../../kit/surface/surface.ts';
import { placeFinder } from '../../kit/surface/placeFinder.ts';
import { shortPath } from '../../kit/text/names.ts';
import { CallStateMark } from './CallState.tsx';
import './work.css';
import './tools/tools.css';
import { isReadInPlace } from './rowFacts.ts';
import { toolKind, toolName, type ToolKind } from '#core/index/toolKind.ts';

export function ToolContent({ row }: { row: RowOf<'tool'> }): VNode {
  const cwd = useSurface().cwd();
  const title = titleOf(row);
  const places = placeFinder()?.placesInTitle(title);
  const hasLinks = places?.some((part) => typeof part !== 'string') === true;
  const rest = (
    <>
      <bdi class="work-title">
        <Places text={title} isTitle draw={(text) => <Code text={shortPath(text, cwd)} />} />
      </bdi>
      {row.images !== undefined && (
        <span class="work-images">
          <Icon name="file-media" label={plural(row.images.length, '1 image', '{0} images')} />
          {row.images.length > 1 && row.images.length}
        </span>
      )}
      {row.work?.tokens !== undefined && (
        <span class="work-images">{t('{0} tokens', formatAmount(row.work.tokens))}</span>
      )}
      <CallStateMark state={row.state} durationNs={row.durationNs} />
    </>
  );
  return (
    <Fold
      id={row.id}
      openAtFirst={isReadInPlace(row)}
      line={() => (
        <>
          <Icon name={toolIcon(row.name)} />
          <Foreign text={toolName(row.name)} className="work-name" />
          {!hasLinks && rest}
        </>
      )}
      {...(hasLinks ? { beside: rest } : {})}
    >
      {() => <CallDetails row={row} />}
    </Fold>
  );
}

/** Of a to-do list, which has no telling argument, how far it is. */
function titleOf({ title, view }: RowOf<'tool'>): string {
  return title === '' && view?.kind === 'todo'
    ? t(
        '{0} of {1} done',
        view.items.filter(({ state }) => state === 'done').length,
        view.items.length,
      )
    : title;
}

const icons: Readonly<Record<ToolKind, IconName>> = {
  mcp: 'plug',
  shell: 'terminal',
  search: 'search',
  write: 'edit',
  edit: 'edit',
  web: 'globe',
  agent: 'robot',
  todo: 'checklist',
  ask: 'question',
  read: 'file',
  other: 'tools',
};

export function toolIcon(name: string): IconName {
  return icons[toolKind(name)];
}
