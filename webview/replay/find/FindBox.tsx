import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount, plural, t } from '#base/l10n.ts';
import { filterProposals, type FilterProposal } from '#core/lens/filterProposals.ts';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { Code } from '../../kit/widgets/Visible.tsx';
import type { FindAnswer } from '../model/findModel.ts';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';
import { FindToggles, toggledBy } from './FindToggles.tsx';
import '../../kit/widgets/field.css';
import './findBox.css';

/** ms; long enough to type a term at a normal pace. */
const typingPause = 300;

const listId = 'filter-proposals';

/**
 * One field for words to find and for filters, such as `tool:bash npm test`. Filters are completed from
 * what the session has.
 */
export function FindBox(): VNode {
  const { filter, replay, view } = usePage();
  const { find, line: model } = useLazyModels();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(0);
  /** Index of the chosen proposal; none until an arrow key chooses one. */
  const [active, setActive] = useState<number | undefined>(undefined);
  const line = model.line.value;
  const wanted = model.wanted.value;
  const words = model.words.value;
  const isTranscript = view.view.value === 'transcript';
  const kinds = replay.header.value?.kinds ?? {};
  const proposals =
    isOpen && isTranscript ? filterProposals(line, place, kinds, filter.values.value) : [];
  const isShown = proposals.length > 0;
  const filterProblem = model.problem.value;
  // What is being written is no mistake yet.
  const problem = (isShown ? undefined : filterProblem) ?? refusalOf(find.answer.value);
  const isToApply = isTranscript && filterProblem === undefined && model.isToApply.value;

  useEffect(() => {
    if (!isToApply) {
      return undefined;
    }
    const timer = setTimeout(model.apply, wanted === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [model, wanted, isToApply]);

  const asked = find.wantsFocus.value;
  useLayoutEffect(() => {
    if (asked > 0) {
      const { length } = line;
      field.current?.focus();
      field.current?.setSelectionRange(Math.max(0, length - words.length), length);
    }
  }, [asked]);

  const open = () => {
    setPlace(field.current?.selectionStart ?? line.length);
    setActive(undefined);
    setOpen(true);
  };
  const accept = ({ text, from, to, isKey }: FilterProposal) => {
    const caret = from + text.length;
    model.line.value = line.slice(0, from) + text + line.slice(to);
    setPlace(caret);
    setActive(undefined);
    setOpen(isKey);
    // The field has its new value only after drawing.
    queueMicrotask(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const goOn = (isBack: boolean) => {
    setOpen(false);
    if (isToApply) {
      model.apply();
    } else if (words !== '') {
      (isBack ? find.previous : find.next)();
    }
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
        goOn(event.shiftKey);
      } else {
        accept(chosen);
      }
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    } else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) {
      // The suggestions are for another place.
      setOpen(false);
    } else if (words !== '') {
      toggledBy(event, find.toggle);
    }
  };
  return (
    <div class={line === '' ? 'find-box-place' : 'find-box-place find-used'} role="search">
      <IconButton
        icon="search"
        label={t('Find')}
        className="find-opener"
        onClick={() => field.current?.focus()}
      />
      <div class="find-line">
        <div
          class={problem === undefined ? 'field-box find-box' : 'field-box find-box field-refused'}
        >
          <input
            ref={field}
            class="field find-field"
            type="text"
            role="combobox"
            spellcheck={false}
            autocomplete="off"
            placeholder={isTranscript ? t('Find or filter') : t('Find')}
            title={
              isTranscript ? t('Words to find, or filters such as tool:bash exit:!0') : undefined
            }
            aria-label={isTranscript ? t('Find or filter rows') : t('Find')}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : optionId(active)}
            aria-invalid={problem !== undefined}
            aria-describedby="find-problem"
            value={line}
            onFocus={() => void filter.readValues()}
            onBlur={() => setOpen(false)}
            onClick={open}
            onInput={({ currentTarget }) => {
              model.line.value = currentTarget.value;
              open();
            }}
            onKeyDown={onKeyDown}
          />
          <Count />
          {words !== '' && <Steps />}
          {line !== '' && (
            <IconButton
              icon="close"
              label={t('Clear')}
              onClick={() => {
                find.close();
                model.line.value = '';
                setOpen(false);
                field.current?.focus();
              }}
            />
          )}
        </div>
        {isShown && <Proposals proposals={proposals} active={active} onAccept={accept} />}
        <div id="find-problem" class="field-problem find-problem" role="alert">
          {problem}
        </div>
      </div>
    </div>
  );
}

/** How to search, and the ways to the next match. */
function Steps(): VNode {
  const { find } = useLazyModels();
  const answer = find.answer.value;
  const isEmpty = answer.state !== 'found' || answer.total === 0;
  return (
    <>
      <FindToggles pressed={find.options.value} onToggle={find.toggle} />
      <IconButton
        icon="arrow-up"
        label={t('Previous Match')}
        hint={t('Previous Match (Shift+Enter)')}
        disabled={isEmpty}
        onClick={find.previous}
      />
      <IconButton
        icon="arrow-down"
        label={t('Next Match')}
        hint={t('Next Match (Enter)')}
        disabled={isEmpty}
        onClick={find.next}
      />
    </>
  );
}

/** Matches of the words; without words, the rows that the filters leave out of those of the session. */
function Count(): VNode {
  const { filter, replay, view } = usePage();
  const { find, line } = useLazyModels();
  const found = countText(find.answer.value);
  const isCounted =
    line.words.value === '' &&
    filter.applied.value !== '' &&
    replay.opened.value &&
    view.view.value === 'transcript';
  const rows = replay.header.value?.rows ?? 0;
  return (
    <span class={found === noResults() ? 'find-count find-none' : 'find-count'} role="status">
      {isCounted
        ? t('{0} of {1}', formatCount(replay.rows.total.value), plural(rows, '1 row', '{0} rows'))
        : found}
    </span>
  );
}

function refusalOf(answer: FindAnswer): string | undefined {
  return answer.state === 'found' ? answer.refusal : undefined;
}

const noResults = () => t('No results');

/** Empty until there is an answer; during the search, the matches found so far. */
function countText(answer: FindAnswer): string {
  switch (answer.state) {
    case 'idle':
    case 'asked':
      return '';
    case 'failed':
      return t('Search failed');
    case 'found': {
      const { total, position, searching, more, refusal } = answer;
      if (total === 0) {
        return refusal !== undefined ? '' : searching || more ? t('Searching…') : noResults();
      }
      const all = `${formatCount(total)}${more ? '+' : ''}`;
      return position === undefined ? all : t('{0} of {1}', formatCount(position + 1), all);
    }
  }
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
