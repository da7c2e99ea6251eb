import type { Locator, Page } from 'playwright-core';
import { encodeAnimation, type Pointer, type Shot } from './webp.ts';

/** Steps of a pointer movement, and their display time. */
const moveSteps = 12;
const moveMs = 45;
const pressedMs = 220;
const keyMs = 70;
const mostTurns = 60;
/** Time for content scrolled into view to be drawn. */
const drawnMs = 150;

/**
 * An animation of pointer and keyboard use. Only the frames come from the window: their display
 * times are set here, so a slow machine makes the same animation.
 */
export class Recording {
  readonly #shots: Shot[] = [];

  private constructor(
    private readonly page: Page,
    private pointer: Pointer,
  ) {}

  /** @param start initial pointer position */
  static async begin(page: Page, start: { readonly x: number; readonly y: number }) {
    await page.mouse.move(start.x, start.y);
    return new Recording(page, { ...start, isPressed: false });
  }

  /** Holds the current frame for a while. */
  async hold(ms: number): Promise<void> {
    const png = await this.page.screenshot();
    this.#shots.push({ png, pointer: this.pointer, ms });
  }

  /** Moves the pointer to the center of an element, or to a position in it. */
  async moveTo(target: Locator, position?: { readonly x: number; readonly y: number }) {
    const box = await target.boundingBox();
    const last = this.#shots.at(-1);
    if (box === null || last === undefined) {
      throw new Error(`There is nothing to move to, or nowhere to come from: ${String(target)}`);
    }
    const { x: fromX, y: fromY } = this.pointer;
    const toX = Math.round(box.x + (position?.x ?? box.width / 2));
    const toY = Math.round(box.y + (position?.y ?? box.height / 2));
    for (let step = 1; step <= moveSteps; step += 1) {
      // Slow at both ends, like a hand.
      const part = (1 - Math.cos((Math.PI * step) / moveSteps)) / 2;
      const x = Math.round(fromX + (toX - fromX) * part);
      const y = Math.round(fromY + (toY - fromY) * part);
      this.pointer = { x, y, isPressed: false };
      this.#shots.push({ png: last.png, pointer: this.pointer, ms: moveMs });
    }
    await this.page.mouse.move(toX, toY);
  }

  /** Moves the pointer to an element and clicks; the caller waits for the effect. */
  async click(target: Locator, position?: { readonly x: number; readonly y: number }) {
    await this.moveTo(target, position);
    await this.hold(pressedMs);
    this.pointer = { ...this.pointer, isPressed: true };
    await this.hold(pressedMs);
    this.pointer = { ...this.pointer, isPressed: false };
    await this.page.mouse.click(this.pointer.x, this.pointer.y);
  }

  /** Scrolls evenly until an element is in the upper half of the window. */
  async scrollTo(target: Locator, { step, ms }: { readonly step: number; readonly ms: number }) {
    for (let turns = 0; !(await this.#isInUpperHalf(target)); turns += 1) {
      if (turns === mostTurns) {
        throw new Error(`Scrolling does not lead to ${String(target)}.`);
      }
      await this.page.mouse.wheel(0, step);
      await this.page.waitForTimeout(drawnMs);
      await this.hold(ms);
    }
  }

  async type(text: string): Promise<void> {
    for (const key of text) {
      await this.page.keyboard.type(key);
      await this.hold(keyMs);
    }
  }

  /** Its duration. */
  get ms(): number {
    return this.#shots.reduce((sum, shot) => sum + shot.ms, 0);
  }

  /** @param workshop an empty page to encode in */
  encode(workshop: Page): Promise<Buffer> {
    return encodeAnimation(workshop, this.#shots);
  }

  async #isInUpperHalf(target: Locator): Promise<boolean> {
    const box = (await target.isVisible()) ? await target.boundingBox() : null;
    const height = this.page.viewportSize()?.height ?? 0;
    return box !== null && box.y < height / 2;
  }
}
