import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { FindField } from '../../webview/page/FindField.tsx';

/** Renames itself on upgrade, like the toolkit's field. */
class SelfNamed extends HTMLElement {
  connectedCallback(): void {
    this.setAttribute('aria-label', 'Text field');
  }
}

describe('the find field', () => {
  it('keeps its name when the toolkit gives it life', async () => {
    const { view } = renderInPage(<FindField />);
    const name = () => view.container.querySelector('.find-field')?.getAttribute('aria-label');
    assert.equal(name(), 'Find in this session');
    if (customElements.get('vscode-text-field') === undefined) {
      customElements.define('vscode-text-field', SelfNamed);
    }
    await settled();
    assert.equal(name(), 'Find in this session');
    view.unmount();

    const again = renderInPage(<FindField />);
    await settled();
    const field = again.view.container.querySelector('.find-field');
    assert.equal(field?.getAttribute('aria-label'), 'Find in this session');
  });
});
