import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import { usePage } from './model/pageContext.ts';
import { Prose } from '../kit/widgets/Visible.tsx';
import { OutlineButton, Toolbar } from './Toolbar.tsx';
import { LazyPanel } from './Lazy.tsx';
import { Icon } from '../kit/widgets/Icon.tsx';
import { TextButton } from '../kit/widgets/IconButton.tsx';
import './header.css';
import './panels/problems.css';

/**
 * One line: the session's title, behind which its facts are, and the page's controls. Session actions
 * are in the editor's own toolbar.
 */
export function Header(): VNode {
  const { replay, view, problems } = usePage();
  return (
    <header class="header">
      {replay.header.value?.complete === false && (
        <div class="header-progress" role="progressbar" aria-label={t('Reading the log')} />
      )}
      <div class="header-line">
        {view.view.value === 'transcript' && <OutlineButton />}
        <SessionTitle />
        <LazyPanel name="HeaderBadges" />
        <Toolbar />
      </div>
      <BranchNotice />
      {problems.open.value && <LazyPanel name="ProblemsPanel" />}
    </header>
  );
}

function SessionTitle(): VNode {
  const header = usePage().replay.header.value;
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    }
  };
  const closeUnlessWithin = (target: EventTarget | null) => {
    // Nothing has the focus after a click on “1 more”, which goes, or while text is copied.
    if (target instanceof Node && place.current?.contains(target) !== true) {
      setOpen(false);
    }
  };
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => closeUnlessWithin(target);
    if (isOpen) {
      document.addEventListener('pointerdown', onPointerDown);
    }
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  return (
    <div
      ref={place}
      class="title-place"
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => closeUnlessWithin(relatedTarget)}
    >
      <h1 dir="auto">
        <button
          type="button"
          class="title-button"
          title={header?.title}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span class="title-text">
            <Prose
              text={header === undefined ? '\u00a0' : header.title || t('Session without messages')}
            />
          </span>
          {header !== undefined && <Icon name="chevron-down" />}
        </button>
      </h1>
      {isOpen && <LazyPanel name="SessionFacts" />}
    </div>
  );
}

/** A notice that an abandoned branch is shown, with a way back. */
function BranchNotice(): VNode {
  const { replay } = usePage();
  const isAside = replay.header.value?.branch?.isLast === false;
  return (
    <div class="branch-place" role="status">
      {isAside && (
        <div class="branch-notice">
          <Icon name="git-branch" />
          <span>{t('This branch was abandoned.')}</span>
          <TextButton onClick={() => void replay.showBranch(undefined)}>
            {t('Show Latest Branch')}
          </TextButton>
        </div>
      )}
    </div>
  );
}
