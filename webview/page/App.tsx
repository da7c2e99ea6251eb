import { useSignalEffect } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { EnlargedImage } from './EnlargedImage.tsx';
import { usePage } from './pageContext.ts';
import { Conversation } from './Conversation.tsx';
import { Header } from './Header.tsx';
import { Icon } from '../widgets/Icon.tsx';
import { NewRows } from './NewRows.tsx';
import { onPageKey } from './pageKeys.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { Transcript } from './Transcript.tsx';
import { Prose } from '../widgets/Visible.tsx';
import '../surface/base.css';
import './app.css';
import './controls.css';
import './icons.css';

export function App(): VNode {
  const page = usePage();
  const { view, replay } = page;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      onPageKey(page, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [page]);
  useSignalEffect(() => {
    const title = replay.header.value?.title ?? '';
    if (title !== '') {
      document.title = title;
    }
  });
  const isTranscript = view.view.value === 'transcript';
  return (
    <div class="page">
      <Header />
      <Failure />
      <main class="view">
        <div
          id="view-panel"
          class="view-panel"
          role="tabpanel"
          aria-labelledby={`tab-${view.view.value}`}
        >
          {isTranscript ? <Transcript /> : <Conversation />}
        </div>
        <NewRows />
        <SelectionBar />
      </main>
      <EnlargedImage />
      <Copied />
    </div>
  );
}

/** Announces to screen readers what the copy button shows. */
function Copied(): VNode {
  const { copied } = usePage().copying;
  return (
    <div class="visually-hidden" role="status">
      {copied.value !== undefined && t('Copied')}
    </div>
  );
}

function Failure(): VNode {
  const { replay } = usePage();
  const failure = replay.failure.value;
  return (
    <div role="alert">
      {failure !== undefined && (
        <div class="failure">
          <Icon name="error" />
          <Prose text={failure} />
        </div>
      )}
    </div>
  );
}
