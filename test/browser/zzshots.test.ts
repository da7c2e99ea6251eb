import { PageBrowser } from '../support/pageBrowser.ts';
import { themes } from '../support/pageServer.ts';

describe('zzshots', function () {
  this.timeout(120_000);
  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.stop());
  for (const theme of themes) {
    for (const [name, scenario, width, height] of [['wide','timed',900,700],['narrow','timed',320,640],['order','demo',900,700],['many','huge',1200,500],['low','timed',500,373]] as const) {
      if (theme !== 'darkModern' && name !== 'wide') continue;
      it(`shot ${theme} ${name}`, async () => {
        const page = await browser.open(scenario, { theme, width, height });
        await page.locator('.timeline-window').waitFor();
        await page.waitForTimeout(500);
        const box = (await page.locator('.timeline').boundingBox())!;
        await page.screenshot({ path: `/tmp/play/${theme}-${name}.png` });
        await page.mouse.click(box.x + box.width * 0.6, box.y + 14);
        await page.waitForTimeout(300);
        if (name === 'wide' || name === 'narrow') {
          await page.screenshot({ path: `/tmp/play/${theme}-${name}-hover.png` });
          await page.getByRole('button', { name: 'Playback Settings' }).click();
          await page.waitForTimeout(200);
          await page.screenshot({ path: `/tmp/play/${theme}-${name}-menu.png` });
        }
        await page.close();
      });
    }
  }
});
