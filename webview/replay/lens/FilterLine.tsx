import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, plural, t } from '#base/l10n.ts';
import { filterLineProblem } from '#core/lens/filterLine.ts';
import { filterProposals, type FilterProposal } from '#core/lens/filterProposals.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { Code } from '../../kit/widgets/Visible.tsx';
import { usePage } from '../model/pageContext.ts';

/** ms; long enough to type a term at a normal pace. */
const typingPause = 300;

const listId = 'filter-proposals';

/** A line such as `tool:bash exit:!0`, completed from what the session has. */
export function FilterLine(): VNode {
  const { filter, replay } = usePage();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(0);
  /** Index of the chosen proposal; none until an arrow key chooses one. */
  const [active, setActive] = useState<number | undefined>(undefined);
  const line = filter.line.value;
  const kinds = replay.header.value?.kinds ?? {};
  const proposals = isOpen ? filterProposals(line, place, kinds, filter.values.value) : [];
  const isShown = proposals.length > 0;
  const problem = filterLineProblem(line);
  // What is being written is no mistake yet.
  const shownProblem = isShown ? undefined : problem;

  useEffect(() => {
    if (problem !== undefined || line.trim() === filter.applied.peek()) {
      return undefined;
    }
    const timer = setTimeout(filter.apply, line === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [filter, line, problem]);

  const open = () => {
    setPlace(field.current?.selectionStart ?? line.length);
    setActive(undefined);
    setOpen(true);
  };
  const accept = ({ text, from, to, isKey }: FilterProposal) => {
    const caret = from + text.length;
    filter.line.value = line.slice(0, from) + text + line.slice(to);
    setPlace(caret);
    setActive(undefined);
    setOpen(isKey);
    // The field has its new value only after drawing.
    queueMicrotask(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = active === undefined ? undefined : proposals[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isShown) {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const from = active ?? (step > 0 ? -1 : 0);
        setActive((from + step + proposals.length) % proposals.length);
      } else {
        open();
      }
    } else if (event.key === 'Enter' || (event.key === 'Tab' && chosen !== undefined)) {
      event.preventDefault();
      if (chosen === undefined) {
        setOpen(false);
        if (problem === undefined) {
          filter.apply();
        }
      } else {
        accept(chosen);
      }
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    } else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) {
      // The suggestions are for another place.
      setOpen(false);
    }
  };
  return (
    <div class="filter-line">
      <div
        class={
          shownProblem === undefined
            ? 'field-box filter-box'
            : 'field-box filter-box field-refused filter-refused'
        }
      >
        <Icon name="filter" />
        <input
          ref={field}
          class="field filter-field"
          type="text"
          role="combobox"
          spellcheck={false}
          autocomplete="off"
          placeholder={t('Filter (e.g. tool:bash exit:!0)')}
          aria-label={t('Row filter')}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          aria-invalid={shownProblem !== undefined}
          aria-describedby="filter-problem"
          value={line}
          onFocus={() => void filter.readValues()}
          onBlur={() => setOpen(false)}
          onClick={open}
          onInput={({ currentTarget }) => {
            filter.line.value = currentTarget.value;
            open();
          }}
          onKeyDown={onKeyDown}
        />
        <FilterCount />
        <FilterButtons
          onClear={() => {
            filter.line.value = '';
            setOpen(false);
            field.current?.focus();
          }}
        />
      </div>
      {isShown && <Proposals proposals={proposals} active={active} onAccept={accept} />}
      <div id="filter-problem" class="field-problem filter-problem" role="alert">
        {shownProblem}
      </div>
    </div>
  );
}

function optionId(at: number): string {
  return `filter-proposal-${at}`;
}

function Proposals({
  proposals,
  active,
  onAccept,
}: {
  readonly proposals: readonly FilterProposal[];
  readonly active: number | undefined;
  readonly onAccept: (proposal: FilterProposal) => void;
}): VNode {
  useEffect(() => {
    if (active !== undefined) {
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
    }
  }, [active]);
  return (
    <div id={listId} class="filter-proposals" role="listbox" aria-label={t('Suggestions')}>
      {proposals.map((proposal, at) => (
        // The field keeps the focus and has the keys.
        <div
          key={proposal.text}
          id={optionId(at)}
          class="filter-proposal"
          role="option"
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(proposal)}
        >
          <span class="filter-proposal-text">
            <Code text={proposal.text} />
          </span>
          <span class="filter-proposal-detail">
            {proposal.count === undefined
              ? proposal.detail
              : plural(proposal.count, '1 row', '{0} rows')}
          </span>
        </div>
      ))}
    </div>
  );
}

/** Rows that the line leaves, out of those of the session. */
function FilterCount(): VNode {
  const { filter, replay } = usePage();
  const all = replay.header.value?.rows ?? 0;
  const isCounted = filter.applied.value !== '' && replay.opened.value;
  return (
    <span class="filter-count" role="status">
      {isCounted && t('{0} of {1}', formatCount(replay.rows.total.value), formatCount(all))}
    </span>
  );
}

function FilterButtons({ onClear }: { readonly onClear: () => void }): VNode | null {
  const { filter } = usePage();
  const view = filter.view.value;
  if (filter.line.value === '' && view === undefined) {
    return null;
  }
  return (
    <>
      {view === undefined ? (
        <IconButton
          icon="bookmark"
          label={t('Save Filter as View…')}
          onClick={() => void filter.save()}
        />
      ) : (
        <IconButton
          icon="trash"
          label={t('Delete View “{0}”', view.name)}
          onClick={() => void filter.delete(view)}
        />
      )}
      {filter.line.value !== '' && <IconButton icon="close" label={t('Clear')} onClick={onClear} />}
    </>
  );
}
