import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { isOutputHidden, saysErrorTwice } from '#core/rows/rowTexts.ts';
import {
  Images,
  PartTools,
  NestedAgents,
  WithRaw,
  ErrorText,
} from '../../../kit/surface/pieces.ts';
import type { PieceProps } from '../../../kit/surface/surface.ts';
import type { TextRestProps } from '../LongText.tsx';
import { ValueCode } from './ValueCode.tsx';
import { ToolViewContent } from './ToolViewContent.tsx';

/** A call's input and output, in its tool's view if there is one. */
export function ToolDetails({ row, isRaw = false }: PieceProps['CallDetails']): VNode {
  const { view } = row;
  const raw = () => <RawCall row={row} />;
  if (isRaw) {
    return <div class="tool-details">{raw()}</div>;
  }
  return (
    <div class="tool-details">
      {view === undefined ? (
        <>
          <NestedAgents row={row} />
          {raw()}
        </>
      ) : (
        <WithRaw
          id={row.id}
          raw={() => <RawCall row={row} isAll />}
          view={() => (
            <>
              <ToolViewContent row={row} view={view} />
              {view.kind !== 'agent' && <NestedAgents row={row} />}
              {!view.hasOutput && <Output row={row} />}
            </>
          )}
        />
      )}
      {row.error !== undefined && row.error !== '' && (
        <section class="tool-part tool-output">
          <h2>{t('Error')}</h2>
          <ErrorText rowId={row.id} text={row.error} />
        </section>
      )}
      {row.images !== undefined && (
        <section class="tool-part tool-output">
          <h2>{row.images.length === 1 ? t('Image') : t('Images')}</h2>
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
function RawCall({ row, isAll }: { row: RowOf<'tool'>; isAll?: true }): VNode {
  return (
    <>
      <ToolPart
        rowId={row.id}
        part="input"
        name={t('Input')}
        copyLabel={t('Copy Input')}
        text={row.input}
      />
      <Output row={row} {...(isAll === undefined ? {} : { isAll })} />
    </>
  );
}

function Output({ row, isAll }: { row: RowOf<'tool'>; isAll?: true }): VNode | null {
  return row.output === undefined ||
    (isAll === true ? saysErrorTwice : isOutputHidden)(row) ? null : (
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
      <h2>{name}</h2>
      <ValueCode {...code} />
      <PartTools rowId={code.rowId} part={code.part} copyLabel={copyLabel} />
    </section>
  );
}
