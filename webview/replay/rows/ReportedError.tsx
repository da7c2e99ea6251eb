import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { jsonError } from '#core/jsonl/jsonError.ts';
import { CodeText } from '../../kit/code/HighlightedCode.tsx';
import { Fold } from '../../kit/surface/pieces.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { Code } from '../../kit/widgets/Visible.tsx';
import './work.css';

/** An error as it was reported; if it is JSON, its message and then the rest. */
export function ReportedError({ rowId, text }: PieceProps['ErrorText']): VNode {
  const json = jsonError(text);
  return (
    <>
      <bdi class="error-text">
        <Code text={json?.message ?? text} />
      </bdi>
      {json !== undefined && (
        <Fold id={`${rowId}/error`} className="error-json" line={() => t('Details')}>
          {() => (
            <div class="code-block">
              <CodeText text={json.json} language="json" />
            </div>
          )}
        </Fold>
      )}
    </>
  );
}
