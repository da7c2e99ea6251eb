import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import type { PieceProps, Pieces } from '../../kit/surface/surface.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { useOpenPart } from '../list/openParts.ts';
import { Rest } from '../../kit/surface/pieces.ts';
import '../../kit/surface/fold.css';

/** Folded content is not drawn, so a folded row costs one line. */
function Fold({
  id,
  line,
  beside,
  className = '',
  openAtFirst = false,
  isAside,
  children,
}: PieceProps['Fold']): VNode {
  const { open, toggle } = useOpenPart(id, openAtFirst, isAside);
  const content = useId();
  const button = (
    <button
      type="button"
      class="fold-line"
      aria-expanded={open}
      aria-controls={open ? content : undefined}
      tabIndex={useRowTabIndex()}
      onClick={toggle}
    >
      <Icon name={open ? 'chevron-down' : 'chevron-right'} />
      {line(open)}
    </button>
  );
  return (
    <div class={`fold ${className}`}>
      {beside === undefined ? (
        button
      ) : (
        <div class="fold-with-links">
          {button}
          {beside}
        </div>
      )}
      {open && (
        <div class="fold-content" id={content}>
          {children()}
        </div>
      )}
    </div>
  );
}

function Frame({ id, className, toggleLabel, head, children }: PieceProps['Frame']): VNode {
  const { open, toggle } = useOpenPart(id, true);
  return (
    <div class={className}>
      <div class={`${className}-head`}>
        {children !== undefined && (
          <IconButton
            icon={open ? 'chevron-down' : 'chevron-right'}
            label={toggleLabel(open)}
            onClick={toggle}
          />
        )}
        {head}
      </div>
      {open && children?.()}
    </div>
  );
}

function Long({ id, isLong, showsEnd, showAll, draw, rest }: PieceProps['Long']): VNode {
  const { open, toggle } = useOpenPart(id, false);
  const all = open || !isLong;
  const more = rest(all);
  const actions = (isLong || more?.missing !== undefined) && (
    <div class={showsEnd === true ? 'long-text-actions long-text-above' : 'long-text-actions'}>
      {isLong && <TextButton onClick={toggle}>{open ? t('Show less') : showAll}</TextButton>}
      {more !== undefined && <Rest {...more} />}
    </div>
  );
  return (
    <>
      {showsEnd === true && actions}
      {draw(all)}
      {showsEnd !== true && actions}
    </>
  );
}

/** Find counts what the log says, so a row that it goes to shows that. */
function WithRaw({ id, view, raw }: PieceProps['WithRaw']): VNode {
  const { open, toggle } = useOpenPart(`${id}/raw`, false);
  return (
    <>
      <button
        type="button"
        class="raw-switch"
        aria-pressed={open}
        title={open ? t('Show as View') : t('Show Raw Input and Output')}
        tabIndex={useRowTabIndex()}
        onClick={toggle}
      >
        {t('Raw')}
      </button>
      {open ? raw() : view()}
    </>
  );
}

export const foldPieces = { Fold, Frame, Long, WithRaw } satisfies Partial<Pieces>;
