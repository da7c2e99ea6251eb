import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { ToolRow as Row } from '#core/replay/row.ts';
import { saysErrorTwice } from '#core/replay/rowTexts.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Code, Foreign } from '../widgets/Visible.tsx';
import { Fold, Images, PartTools, WithRaw } from '../surface/pieces.ts';
import { Places } from '../surface/Places.tsx';
import { useSurface } from '../surface/surface.ts';
import { placeFinder } from '../surface/placeFinder.ts';
import { shortPath } from '../text/shortPath.ts';
import { CallStateMark } from './CallStateMark.tsx';
import { ErrorText } from './ErrorText.tsx';
import { LongCode } from './LongCode.tsx';
import type { TextRestProps } from './TextRest.tsx';
import { toolIcon } from './toolIcon.ts';
import { toolViews } from './tools/toolViews.ts';
import './work.css';
import './tools/tools.css';

export function ToolRow({ row }: { row: Row }): VNode {
  const cwd = useSurface().cwd();
  if (row.view !== undefined) {
    // So that they are there when the row is unfolded.
    toolViews();
  }
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
      <CallStateMark state={row.state} durationNs={row.durationNs} />
    </>
  );
  return (
    <Fold
      id={row.id}
      line={() => (
        <>
          <Icon name={toolIcon(row.name)} />
          <Foreign text={row.name} className="work-name" />
          {!hasLinks && rest}
        </>
      )}
      {...(hasLinks ? { beside: rest } : {})}
    >
      {() => <ToolDetails row={row} />}
    </Fold>
  );
}

/** Of a to-do list, which has no telling argument, how far it is. */
function titleOf({ title, view }: Row): string {
  return title === '' && view?.kind === 'todo'
    ? t(
        '{0} of {1} done',
        view.items.filter(({ state }) => state === 'done').length,
        view.items.length,
      )
    : title;
}

function ToolDetails({ row }: { row: Row }): VNode {
  const { view } = row;
  const ToolViewContent = view && toolViews();
  const raw = () => <RawCall row={row} />;
  return (
    <div class="tool-details">
      {view === undefined || ToolViewContent === undefined ? (
        raw()
      ) : (
        <WithRaw
          id={row.id}
          raw={raw}
          view={() => (
            <>
              <ToolViewContent row={row} view={view} />
              {!view.hasOutput && <Output row={row} />}
            </>
          )}
        />
      )}
      {row.error !== undefined && row.error !== '' && (
        <section class="tool-part tool-output">
          <h3>{t('Error')}</h3>
          <ErrorText rowId={row.id} text={row.error} />
        </section>
      )}
      {row.images !== undefined && (
        <section class="tool-part tool-output">
          <h3>{row.images.length === 1 ? t('Image') : t('Images')}</h3>
          <Images owner={{ rowId: row.id }} images={row.images} name={t('Image in the result')} />
        </section>
      )}
      {row.output === undefined && row.error === undefined && row.images === undefined && (
        <p class="quiet">
          {row.state === 'unfinished' ? t('The log has no result for this call.') : t('No output.')}
        </p>
      )}
    </div>
  );
}

/** Input and output as the log has them. */
function RawCall({ row }: { row: Row }): VNode {
  return (
    <>
      <ToolPart
        rowId={row.id}
        part="input"
        name={t('Input')}
        copyLabel={t('Copy Input')}
        text={row.input}
      />
      <Output row={row} />
    </>
  );
}

function Output({ row }: { row: Row }): VNode | null {
  return row.output === undefined || saysErrorTwice(row) ? null : (
    <ToolPart
      rowId={row.id}
      part="output"
      name={t('Output')}
      copyLabel={t('Copy Output')}
      text={row.output}
    />
  );
}

interface ToolPartProps extends TextRestProps {
  readonly name: string;
  readonly copyLabel: string;
}

function ToolPart({ name, copyLabel, ...code }: ToolPartProps): VNode | null {
  if (code.text.length === 0) {
    return null;
  }
  return (
    <section class={`tool-part tool-${code.part}`}>
      <h3>{name}</h3>
      <LongCode {...code} language={/^\s*[[{]/.test(code.text.text) ? 'json' : ''} />
      <PartTools rowId={code.rowId} part={code.part} copyLabel={copyLabel} />
    </section>
  );
}
