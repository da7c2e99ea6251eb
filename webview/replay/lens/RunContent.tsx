import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatMs } from '#base/format.ts';
import { plural } from '#base/l10n.ts';
import type { RunRow, RunTrouble, RunWork } from '#core/lens/runRow.ts';
import { runSentence, runTroubles, soleTrouble } from '#core/lens/runSentence.ts';
import { CallStateMark } from '../rows/CallState.tsx';
import { DiffCounts } from '../rows/DiffTable.tsx';
import { named } from '../rows/rowFacts.ts';
import { toolIcon } from '../rows/ToolContent.tsx';
import { useSurface } from '../../kit/surface/surface.ts';
import { shortPath } from '../../kit/text/names.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import { useRow, useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';
import '../rows/work.css';
import '../../kit/surface/fold.css';

/** A run of work as a sentence. Its rows follow it in the list while it is open. */
export function RunContent({ row }: { row: RunRow }): VNode {
  const { replay, view } = usePage();
  const { find } = useLazyModels();
  const { index } = useRow();
  const tabIndex = useRowTabIndex();
  const open = view.toggled.value.has(row.id);
  const isMatch = view.revealed.value === index && find.current.value?.row === index;
  useEffect(() => {
    if (isMatch && !open) {
      find.enter(row.id);
    }
  }, [find, isMatch, open, row.id]);
  const sole = soleTrouble(row);
  return (
    <div class="run">
      <button
        type="button"
        class="fold-line"
        aria-expanded={open}
        tabIndex={tabIndex}
        title={plural(row.rows, '1 row', '{0} rows')}
        onClick={() => void replay.toggleRun(row.id)}
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        {sole === undefined ? (
          <>
            <Icon name={runIcon(row.work)} />
            <span class="run-sentence">{sentenceNodes(row)}</span>
            <Outcome work={row.work} />
          </>
        ) : (
          <Trouble trouble={sole} />
        )}
      </button>
    </div>
  );
}

function Outcome({ work }: { work: RunWork }): VNode {
  const troubles = runTroubles(work);
  return (
    <span class={work.failed > 0 ? 'call-state call-failed' : 'call-state'}>
      {troubles !== '' && (
        <span class="call-word">
          {work.failed > 0 && <Icon name="error" />}
          {troubles}
        </span>
      )}
      {work.added + work.removed > 0 && <DiffCounts added={work.added} removed={work.removed} />}
      {work.durationMs !== undefined && <span class="call-time">{formatMs(work.durationMs)}</span>}
    </span>
  );
}

function Trouble({ trouble: { tool, title, state, exitCode } }: { trouble: RunTrouble }): VNode {
  const cwd = useSurface().cwd();
  return (
    <>
      <Icon name={tool === undefined ? 'terminal' : toolIcon(tool)} />
      {tool !== undefined && <Foreign text={tool} className="work-name" />}
      <Foreign text={tool === undefined ? title : shortPath(title, cwd)} className="work-title" />
      <CallStateMark state={state} durationNs={undefined} exitCode={exitCode} />
    </>
  );
}

/** A name for screen readers: the sentence, and what did not end well. */
export function labelOfRun(row: RunRow): string {
  return named(runSentence(row).replace(/[\u2068\u2069]/g, ''), runTroubles(row.work));
}

/** Names come isolated. */
function sentenceNodes(row: RunRow): readonly (VNode | string)[] {
  return runSentence(row)
    .split(/\u2068(.*?)\u2069/)
    .map((part, at) =>
      at % 2 === 0 ? part : <Foreign key={at} text={part} className="run-name" />,
    );
}

function runIcon({ edits, writes, reads, commands, calls, thoughts }: RunWork): IconName {
  const other = Object.values(calls).length > 0;
  if (edits.calls + writes.calls > 0) {
    return 'edit';
  }
  if (Object.values(commands).length > 0) {
    return 'terminal';
  }
  if (calls.search !== undefined && reads.calls === 0) {
    return 'search';
  }
  return reads.calls > 0 ? 'file' : !other && thoughts > 0 ? 'thinking' : 'tools';
}
