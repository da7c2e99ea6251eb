import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import { formatMs, formatExactly, isoTime } from '#base/format.ts';
import type { SessionSpent, SessionWork } from '#core/numbers/about.ts';
import { aboutLines } from '#core/numbers/aboutWords.ts';
import { nameOfTool } from '#core/numbers/timeWords.ts';
import type { ReplayHeader } from '#protocol/pages/page.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { Foreign, ForeignProse, Prose } from '../../kit/widgets/Visible.tsx';
import { usePage } from '../model/pageContext.ts';
import type { ReplayModel } from '../model/replayModel.ts';
import { OtherSession } from '../pieces/links.tsx';

/** What the session was, below its title. */
export function SessionFacts(): VNode | null {
  const header = usePage().replay.header.value;
  return header === undefined ? null : <Facts header={header} />;
}

function Facts({ header }: { readonly header: ReplayHeader }): VNode {
  const { replay } = usePage();
  const { createdAt, updatedAt, cwd, usage } = header;
  const { work, spent } = useAbout(header);
  const lines = aboutLines(header, work, spent, usage);
  return (
    // Its words can be selected.
    <div class="session-facts" role="group" aria-label={t('About This Session')} tabIndex={-1}>
      <p class="session-facts-title" dir="auto">
        <Prose text={header.title || t('Session without messages')} />
      </p>
      <dl aria-busy={spent === undefined}>
        <Fact name={t('Agent')}>{header.agentLabel}</Fact>
        {cwd !== undefined && (
          <Fact name={t('Folder')}>
            <Foreign text={cwd} />
          </Fact>
        )}
        {createdAt !== undefined && (
          <Fact name={t('Created')}>
            <time dateTime={isoTime(createdAt)}>{formatExactly(createdAt)}</time>
          </Fact>
        )}
        <Fact name={t('Updated')}>
          <time dateTime={isoTime(updatedAt)}>{formatExactly(updatedAt)}</time>
        </Fact>
        {lines.map(({ name, value, hint }) => (
          <Fact key={name} name={name}>
            <span title={hint}>
              <Prose text={value} />
            </span>
          </Fact>
        ))}
        {spent !== undefined && spent.slow.length > 0 && (
          <Fact name={t('Slowest Calls')}>
            <ul class="slow-calls">
              {spent.slow.map(({ rowId, title, tool, ms }) => (
                <li key={rowId}>
                  <TextButton title={title} onClick={() => void replay.goToRow(rowId)}>
                    <ForeignProse
                      className="slow-call"
                      text={title === '' ? nameOfTool(tool) : title}
                    />
                  </TextButton>
                  <span class="quiet">{formatMs(ms)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <Relatives header={header} />
      <div class="session-facts-actions">
        <TextButton onClick={() => void copyFacts(replay)}>{t('Copy as Markdown')}</TextButton>
      </div>
    </div>
  );
}

async function copyFacts({ endpoint }: ReplayModel): Promise<void> {
  try {
    await endpoint.request('about/copy', {});
  } catch (fault) {
    reportFault(endpoint, fault);
  }
}

/** What was done in the session and what it came to, as soon as it is known; again when it grew. */
function useAbout({ complete, generation, rows, size }: ReplayHeader) {
  const { endpoint } = usePage().replay;
  const [work, setWork] = useState<SessionWork | undefined>(undefined);
  const [spent, setSpent] = useState<SessionSpent | undefined>(undefined);
  useEffect(() => {
    if (!complete) {
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      try {
        setWork(await endpoint.request('about/work', {}, signal));
        setSpent(await endpoint.request('about/spent', {}, signal));
      } catch (fault) {
        reportFault(endpoint, fault);
      }
    };
    void read();
    return () => controller.abort();
  }, [endpoint, complete, generation, rows, size]);
  return { work, spent };
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Forks shown at first. */
const namedForks = 2;

/** The session's parent and forks. */
function Relatives({ header }: { header: ReplayHeader }): VNode | null {
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
