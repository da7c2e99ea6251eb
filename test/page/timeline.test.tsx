import { renderInPage, settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import { createTimelineModel } from '../../webview/replay/model/timelineModel.ts';
import { startPlayback } from '../../webview/replay/player/Player.tsx';
import { PlaybackPlace } from '../../webview/replay/player/PlaybackPlaces.tsx';
import { Timeline } from '../../webview/replay/player/Timeline.tsx';
import { FakeClock } from '../support/fakeClock.ts';
import type { PageSession } from '../support/pageSession.ts';
import { manyRows } from '../support/pageRows.ts';

describe('the model of a timeline', () => {
  async function model(session: PageSession, room = 100) {
    const made = testPage(session);
    const { replay, view } = made.page;
    await replay.start();
    const clock = new FakeClock();
    const timeline = createTimelineModel(replay, view, clock.later);
    timeline.setRoom(room);
    await settled();
    const asked = () => made.fake.asked.filter((what) => what === 'timeline/read').length;
    return { ...made, clock, timeline, asked };
  }

  it('reads once, and again some time after the session has grown', async () => {
    const { timeline, fake, clock, asked } = await model({ rows: manyRows(30) });
    assert.equal(timeline.bins.value?.rows, 30);
    for (let time = 0; time < 3; time += 1) {
      fake.append(...manyRows(1));
      await settled();
    }
    assert.equal(asked(), 1);
    clock.tick();
    await settled();
    assert.deepEqual([asked(), timeline.bins.value.rows], [2, 33]);
    fake.change({ header: { title: 'Another name' } });
    await settled();
    assert.equal(clock.next, undefined, 'a new name changes nothing');
    fake.change({ rows: manyRows(40) }, { replaced: true });
    await settled();
    assert.deepEqual([asked(), timeline.bins.value.rows], [3, 40], 'other rows are read at once');
  });

  it('reads nothing while it is hidden, and what it missed once it has room again', async () => {
    const { timeline, fake, clock, asked } = await model({ rows: manyRows(30) });
    fake.append(...manyRows(1));
    await settled();
    timeline.setRoom(0);
    clock.tick();
    await settled();
    assert.equal(asked(), 1);
    timeline.setRoom(100);
    clock.tick();
    await settled();
    assert.deepEqual([asked(), timeline.bins.value?.rows], [2, 31]);
  });

  it('goes to rows and knows where the reader is', async () => {
    const { timeline, page } = await model({ rows: manyRows(300) });
    page.view.scrolled(0, { first: 10, last: 19 });
    assert.deepEqual(timeline.places.value, { first: 10, last: 19, current: 0 });
    await timeline.goTo(200);
    assert.equal(page.view.current.value, 200);
    assert.deepEqual(page.replay.scroll.value, { index: 200, align: 'start' });
    await timeline.goTo(299);
    assert.deepEqual(page.replay.scroll.value, { index: 299, align: 'end' });
    assert.equal(timeline.places.value.current, 299);
  });

  it('does so while a filter hides most rows', async () => {
    const { timeline, page } = await model({ rows: manyRows(300) });
    await page.replay.setFilter('dialogue');
    // Of five rows, the first and the last are dialogue.
    page.view.scrolled(0, { first: 2, last: 3 });
    await settled();
    assert.deepEqual(timeline.places.value, { first: 5, last: 9, current: 0 });
    await timeline.goTo(102);
    assert.equal(page.view.current.value, 40, 'the nearest row before it');
  });

  it('goes where the pointer was last, whatever is answered later', async () => {
    const { timeline, page } = await model({ rows: manyRows(300) });
    await page.replay.setFilter('dialogue');
    await Promise.all([timeline.goTo(100), timeline.goTo(200), timeline.goTo(50)]);
    assert.equal(page.view.current.value, 20);
  });

  it('is reported if it cannot be read', async () => {
    const { timeline, page, fake } = await model({ rows: manyRows(30) }, 0);
    Object.assign(page.replay.endpoint, { request: () => Promise.reject(new Error('gone')) });
    timeline.setRoom(100);
    await settled();
    assert.equal(fake.told.filter(({ name }) => name === 'log/error').length, 1);
  });
});

describe('the strip', () => {
  async function drawn(rows = manyRows(50)) {
    const made = renderInPage(<Timeline />, { rows });
    await act(async () => {
      const playback = startPlayback(made.page, new FakeClock().later);
      made.page.playback.value = playback;
      await made.page.replay.start();
      playback.timeline.setRoom(10);
      made.page.view.scrolled(0, { first: 0, last: 9 });
      await settled();
    });
    const slider = made.view.getByRole('slider', { name: 'Timeline' });
    const press = async (key: string) => {
      const isOther = fireEvent.keyDown(slider, { key });
      await act(settled);
      return { isOther, at: made.page.view.current.value };
    };
    return { ...made, slider, press };
  }

  it('is a slider that says where it is', async () => {
    const { slider, press } = await drawn();
    assert.equal(slider.getAttribute('aria-valuemax'), '50');
    assert.equal(slider.getAttribute('aria-valuenow'), '1');
    await press('ArrowRight');
    assert.equal(slider.getAttribute('aria-valuenow'), '6');
    assert.equal(
      slider.getAttribute('aria-valuetext'),
      'Row 6 of 50, Turn 2, 1 prompt, 1 answer, 3 files read',
    );
  });

  it('has the keys of one', async () => {
    const { press } = await drawn();
    const keys = ['ArrowUp', 'ArrowLeft', 'ArrowLeft', 'PageUp', 'PageDown', 'End', 'Home'];
    const places: number[] = [];
    for (const key of keys) {
      const { isOther, at } = await press(key);
      assert.equal(isOther, false);
      places.push(at);
    }
    assert.deepEqual(places, [5, 0, 0, 5, 0, 49, 0]);
    assert.deepEqual(await press('x'), { isOther: true, at: 0 });
  });

  it('marks what is on screen and the current row', async () => {
    const { view, press } = await drawn();
    const style = (name: string) => view.container.querySelector<HTMLElement>(name)?.style;
    assert.equal(style('.timeline-window')?.width, '20%');
    await press('End');
    assert.equal(style('.timeline-playhead')?.left, '90%');
  });

  it('says what is under the pointer until it leaves', async () => {
    const { slider, view } = await drawn();
    slider.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect;
    await act(() => {
      slider.dispatchEvent(Object.assign(new Event('pointermove'), { clientX: 55, pointerId: 1 }));
    });
    const hint = view.container.querySelector('.timeline-hint');
    assert.match(hint?.textContent ?? '', /^Turn 6.*1 prompt, 1 answer, 3 files read$/);
    await act(() => {
      slider.dispatchEvent(new Event('pointerleave'));
    });
    assert.equal(view.container.querySelector('.timeline-hint'), null);
  });

  it('has room kept for it, except in sessions that are seen at once', async () => {
    const places = async (rows: number, view?: 'conversation') => {
      const made = renderInPage(<PlaybackPlace gauge={null} />, { rows: manyRows(rows) });
      await act(async () => {
        await made.page.replay.start();
        if (view !== undefined) {
          await made.page.replay.setView(view);
        }
      });
      return [...made.view.container.children].map(({ className }) => className);
    };
    assert.deepEqual(await places(50), ['page-footer strip']);
    assert.deepEqual(await places(19), ['page-footer strip strip-short']);
    assert.deepEqual(await places(50, 'conversation'), []);
  });
});
