import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import { language, setLanguage } from '#base/l10n.ts';
import { act, fireEvent } from '@testing-library/preact';
import { App } from '../../webview/replay/App.tsx';
import { languageNamed } from '../support/languages.ts';
import { demoRows } from '../support/pageRows.ts';
import { renderInPage, settled } from '../support/pageRender.tsx';

describe('the page in another language', () => {
  const before = language();
  beforeEach(() => {
    setLanguage(languageNamed('de'));
  });
  afterEach(() => {
    setLanguage(before);
  });

  it('draws a session in it', async () => {
    const { view, page } = renderInPage(<App />, { rows: demoRows() });
    await act(async () => {
      await page.replay.start();
      await settled();
    });
    fireEvent.click(view.getByRole('button', { name: /^The importer/ }));
    await view.findByRole('group', { name: 'Über diese Sitzung' });
    const text = view.container.textContent;
    assert.match(text, /AllesFehler und Abbrüche \(6\)Modellkontext/);
    assert.ok(view.getByPlaceholderText('Suchen oder filtern'));
    assert.match(text, /Größe22 Einträge, 184 kB/);
    assert.doesNotMatch(text, /Transcript|messages|tool calls|Copy|Show/);
  });
});
