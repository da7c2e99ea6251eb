import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { ToolRow as Row } from '#core/replay/row.ts';
import { saysErrorTwice } from '#core/replay/rowTexts.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Code, Foreign } from '../widgets/Visible.tsx';
import { Fold, Images } from '../surface/pieces.ts';
import { Places } from '../surface/Places.tsx';
import { useSurface } from '../surface/surface.ts';
import { placeFinder } from '../surface/placeFinder.ts';
import { shortPath } from '../text/shortPath.ts';
import { CallStateMark } from './CallStateMark.tsx';
import { LongCode } from './LongCode.tsx';
import type { TextRestProps } from './TextRest.tsx';
import { toolIcon } from './toolIcon.ts';
import './work.css';

export function ToolRow({ row }: { row: Row }): VNode {
  const cwd = useSurface().cwd();
  const places = placeFinder()?.placesInTitle(row.title);
  const hasLinks = places?.some((part) => typeof part !== 'string') === true;
  const rest = (
    <>
      <bdi class="work-title">
        <Places text={row.title} isTitle draw={(text) => <Code text={shortPath(text, cwd)} />} />
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

function ToolDetails({ row }: { row: Row }): VNode {
  return (
    <div class="tool-details">
      <ToolPart rowId={row.id} part="input" name={t('Input')} text={row.input} />
      {row.error !== undefined && row.error !== '' && (
        <section class="tool-part tool-output">
          <h3>{t('Error')}</h3>
          <p class="error-text">
            <Code text={row.error} />
          </p>
        </section>
      )}
      {row.output !== undefined && !saysErrorTwice(row) && (
        <ToolPart rowId={row.id} part="output" name={t('Output')} text={row.output} />
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

function ToolPart({ name, ...code }: TextRestProps & { readonly name: string }): VNode | null {
  if (code.text.length === 0) {
    return null;
  }
  return (
    <section class={`tool-part tool-${code.part}`}>
      <h3>{name}</h3>
      <LongCode {...code} language={/^\s*[[{]/.test(code.text.text) ? 'json' : ''} />
    </section>
  );
}
