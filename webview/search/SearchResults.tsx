import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCount, intlLocale, plural, t } from '#base/l10n.ts';
import type { RowTextKind } from '#core/rows/rowTexts.ts';
import type { SearchHit } from '#protocol/search.ts';
import type { FoundSession } from '#protocol/pages/searchPage.ts';
import { Icon, type IconName } from '../kit/widgets/Icon.tsx';
import { resultsIn, type ResultLine } from './search.ts';
import type { SearchModel } from './searchModel.ts';

/** Hits by session, as a tree of two levels. */
export function SearchResults({ model }: { readonly model: SearchModel }): VNode | null {
  const tree = useRef<HTMLDivElement>(null);
  const lines = model.lines.value;
  const current = lines.some(({ key }) => key === model.current.value)
    ? model.current.value
    : lines[0]?.key;
  useLayoutEffect(() => {
    const line = tree.current?.querySelector<HTMLElement>('[aria-selected=true]');
    line?.scrollIntoView({ block: 'nearest' });
    if (tree.current?.contains(document.activeElement) === true) {
      line?.focus();
    }
  }, [model.current.value]);
  if (lines.length === 0) {
    return null;
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = lines.findIndex(({ key }) => key === current);
    const line = lines[at];
    const goTo = (wanted: ResultLine | undefined) => {
      model.current.value = wanted?.key ?? current;
    };
    if (line === undefined) {
      return;
    }
    const { path } = line.session;
    const isHead = line.kind === 'session';
    const isClosed = model.closed.peek().has(path);
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(lines[at + 1]),
      ArrowUp: () => goTo(lines[at - 1]),
      Home: () => goTo(lines[0]),
      End: () => goTo(lines.at(-1)),
      ArrowLeft: () => {
        if (!isHead) {
          goTo(lines.find(({ key }) => key === path));
        } else if (!isClosed) {
          model.toggleSession(path);
        }
      },
      ArrowRight: () => {
        if (isHead && isClosed) {
          model.toggleSession(path);
        } else if (isHead) {
          goTo(lines[at + 1]);
        }
      },
      Enter: () => model.open(line, false),
      ' ': () => model.open(line, true),
    };
    const act = keys[event.key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  };
  return (
    <div
      ref={tree}
      class="results"
      role="tree"
      aria-label={t('Search results')}
      onKeyDown={onKeyDown}
    >
      {lines.map((line) => (
        <div
          key={line.key}
          role="treeitem"
          class={`result result-${line.kind}`}
          aria-level={line.kind === 'session' ? 1 : 2}
          aria-selected={line.key === model.current.value}
          aria-expanded={
            line.kind === 'session' ? !model.closed.value.has(line.session.path) : undefined
          }
          tabIndex={line.key === current ? 0 : -1}
          onClick={() => model.open(line, true)}
          onDblClick={() => {
            if (line.kind === 'hit' || line.kind === 'marked') {
              model.open(line, false);
            }
          }}
        >
          {line.kind === 'session' ? (
            <SessionLine session={line.session} isClosed={model.closed.value.has(line.key)} />
          ) : line.kind === 'hit' ? (
            <HitLine hit={line.hit} day={dayOf(line.session.updatedAt)} />
          ) : line.kind === 'marked' ? (
            <MarkedLine pieces={line.session.marked ?? []} />
          ) : (
            <span class="result-text">
              {plural(line.session.rows - line.session.hits.length, 'Show 1 more', 'Show {0} more')}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

function SessionLine({
  session,
  isClosed,
}: {
  readonly session: FoundSession;
  readonly isClosed: boolean;
}): VNode {
  const { title, agent, folder, updatedAt } = session;
  return (
    <>
      <Icon name={isClosed ? 'chevron-right' : 'chevron-down'} />
      <bdi
        class="result-title"
        title={[
          title,
          `${agent}, ${dayOf(updatedAt)}`,
          ...(folder === undefined ? [] : [folder]),
        ].join('\n')}
      >
        {title}
      </bdi>
      {folder === undefined ? null : (
        <bdi class="result-about result-folder">{folder.replace(/^.*[\\/](?=.)/, '')}</bdi>
      )}
      <span class="result-about">{agent}</span>
      <span class="result-about result-day">{dayOf(updatedAt)}</span>
      <span class="result-count">{formatCount(resultsIn(session))}</span>
    </>
  );
}

/** @param day of the session, which the line above says. */
function HitLine({ hit, day }: { readonly hit: SearchHit; readonly day: string }): VNode {
  const { icon, label } = looks()[hit.in];
  const name = hit.tool === undefined || hit.tool === '' ? label : `${label}, ${hit.tool}`;
  return (
    <>
      <Icon name={icon} label={name} />
      <Pieces pieces={hit.pieces} />
      {hit.time === undefined ? null : (
        <span class="result-about" title={`${dayOf(hit.time)}, ${clockOf(hit.time)}`}>
          {dayOf(hit.time) === day ? clockOf(hit.time) : dayOf(hit.time)}
        </span>
      )}
    </>
  );
}

function MarkedLine({ pieces }: { readonly pieces: readonly string[] }): VNode {
  return (
    <>
      <Icon name="tag" label={t('Title, tag or note')} />
      <Pieces pieces={pieces} />
    </>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly string[] }): VNode {
  return (
    <bdi class="result-text">
      {pieces.map((piece, at) => (at % 2 === 0 ? piece : <mark key={at}>{piece}</mark>))}
    </bdi>
  );
}

/** How a hit is marked by what it is in. */
const looks = (): Readonly<Record<RowTextKind, { icon: IconName; label: string }>> => ({
  prompts: { icon: 'comment-discussion', label: t('Prompt') },
  answers: { icon: 'robot', label: t('Answer') },
  thinking: { icon: 'thinking', label: t('Thinking') },
  input: { icon: 'tools', label: t('Tool input') },
  output: { icon: 'json', label: t('Tool output') },
  shell: { icon: 'terminal', label: t('Shell') },
  diffs: { icon: 'diff', label: t('Change') },
  files: { icon: 'file', label: t('File name') },
  other: { icon: 'info', label: t('Note') },
});

function dayOf(time: number): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString(intlLocale(), {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

function clockOf(time: number): string {
  return new Date(time).toLocaleTimeString(intlLocale(), { hour: '2-digit', minute: '2-digit' });
}
