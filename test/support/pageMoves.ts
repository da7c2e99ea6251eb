import type { Page } from 'playwright-core';

/** From the scrollbar's end to the middle of its thumb, past the arrow; CSS pixels. */
const thumb = 22;

/** Long enough for the visible rows to arrive. */
const lookMs = 200;

/** Ways to move through a long session, each taking a number of frames. */
export const pageMoves = {
  /** Turns the wheel one notch per frame, down and back up in between. */
  async scroll(page: Page, frames: number): Promise<void> {
    await page.mouse.move(500, 500);
    for (let notch = 0; notch < frames; notch += 1) {
      await page.mouse.wheel(0, notch % 80 < 60 ? 400 : -300);
      await nextFrame(page);
    }
  },

  /** Drags the scrollbar's thumb from top to bottom and back, pausing now and then. */
  async drag(page: Page, frames: number): Promise<void> {
    const list = await page.locator('.list').boundingBox();
    if (list === null) {
      throw new Error('The page shows no list.');
    }
    const x = list.x + list.width - 6;
    const top = list.y + thumb;
    const way = list.height - 2 * thumb;
    await page.mouse.move(x, top);
    await page.mouse.down();
    for (let frame = 1; frame <= frames; frame += 1) {
      await page.mouse.move(x, top + way * (1 - Math.abs((2 * frame) / frames - 1)));
      await nextFrame(page);
      if (frame % 20 === 0) {
        await page.waitForTimeout(lookMs);
      }
    }
    await page.mouse.up();
  },

  /** Drags along the timeline from end to end and back, pausing now and then. */
  async timeline(page: Page, frames: number): Promise<void> {
    const strip = page.locator('.timeline');
    await strip.waitFor();
    const box = await strip.boundingBox();
    if (box === null) {
      throw new Error('The page shows no timeline.');
    }
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x, y);
    await page.mouse.down();
    for (let frame = 1; frame <= frames; frame += 1) {
      await page.mouse.move(box.x + box.width * (1 - Math.abs((2 * frame) / frames - 1)), y);
      await nextFrame(page);
      if (frame % 20 === 0) {
        await page.waitForTimeout(lookMs);
      }
    }
    await page.mouse.up();
  },

  /** Watches the end while rows are appended a few times a second. */
  async live(page: Page, frames: number): Promise<void> {
    await page.keyboard.press('End');
    await page.evaluate(async (count) => {
      const { fakeHost } = window as unknown as { fakeHost?: { grow: (rows: number) => void } };
      for (let frame = 0; frame < count; frame += 1) {
        if (frame % 6 === 5) {
          fakeHost?.grow(1 + (frame % 4));
        }
        await new Promise(requestAnimationFrame);
      }
    }, frames);
  },

  /** Scrolls by itself, about a line per frame. */
  async play(page: Page, frames: number): Promise<void> {
    await page.evaluate(async (count) => {
      const list = document.querySelector('.list');
      for (let frame = 0; frame < count; frame += 1) {
        list?.scrollBy(0, 30);
        await new Promise(requestAnimationFrame);
      }
    }, frames);
  },
} as const;

function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise(requestAnimationFrame));
}
