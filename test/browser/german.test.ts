import assert from 'node:assert/strict';
import { documentText } from '../support/documentFile.ts';
import { demoRows } from '../support/pageRows.ts';
import { languageNamed } from '../support/languages.ts';
import { browser } from './chromium.ts';

describe('the page in another language in Chromium', () => {
  it('has the texts and numbers of the host’s language', async () => {
    const page = await browser.open('long', { language: 'de' });
    await page.getByRole('combobox', { name: 'Was angezeigt wird' }).waitFor();
    await page.getByRole('combobox', { name: 'Zeilen suchen oder filtern' }).waitFor();
    await page.locator('.title-button').click();
    await page.getByText(/\d\.\d{3} Einträge, /).waitFor();
    assert.equal(await page.getByText(/Transcript|messages/).count(), 0);
    await browser.close(page);
  });

  it('writes documents in it', async () => {
    const text = await documentText({ rows: demoRows(), language: languageNamed('de') });
    assert.match(text, /<html lang="de">/);
    assert.match(text, /Alle aufklappen/);
    assert.match(text, /\d Prompts/);
    assert.doesNotMatch(text, />[^<]*\b(Expand|Forked|compacted|of the log)\b/);
  });
});
