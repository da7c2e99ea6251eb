import assert from 'node:assert/strict';
import { documentText } from '../support/documentFile.ts';
import { demoRows } from '../support/pageRows.ts';
import { languageNamed } from '../support/languages.ts';
import { browser } from './chromium.ts';

describe('the page in another language in Chromium', () => {
  it('has the texts and numbers of the host’s language', async () => {
    const page = await browser.open('long', { language: 'de' });
    await page.getByRole('tab', { name: 'Verlauf' }).waitFor();
    await page.getByRole('combobox', { name: 'Einträge filtern' }).waitFor();
    await page.getByRole('button', { name: 'Suchen', exact: true }).click();
    await page.getByRole('textbox', { name: 'In dieser Sitzung suchen' }).waitFor();
    await page.getByTitle(/\d\.\d{3} Einträge, /).waitFor();
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
