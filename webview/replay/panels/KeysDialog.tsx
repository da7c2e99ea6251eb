import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { Dialog } from '../../kit/page/Dialog.tsx';
import { keyGroups } from './keyTable.ts';
import { usePage } from '../model/pageContext.ts';
import './keysDialog.css';

/** All keys of the page, in groups. */
export function KeysDialog(): VNode {
  const { panels } = usePage();
  return (
    <Dialog
      label={t('Keyboard Shortcuts')}
      className="keys-dialog"
      onClose={() => {
        panels.open.value = undefined;
      }}
    >
      {() => (
        // Long lists are scrolled by the keyboard.
        <div class="keys-groups" tabIndex={0} role="region" aria-label={t('Keyboard Shortcuts')}>
          {keyGroups().map(({ title, lines }) => (
            <section key={title} class="keys-group">
              <h3>{title}</h3>
              <dl>
                {lines.map(({ keys, label }) => (
                  <div key={label} class="keys-line">
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}
