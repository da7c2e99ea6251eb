import { renderInPage, settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import type { TimelineBins } from '#core/replay/timeline.ts';
import { binAfter, binOf, busyBin, placeAt, rowsIn } from '../../webview/model/timelineBins.ts';
import { createTimelineModel } from '../../webview/model/timelineModel.ts';
import { drawTimeline, timelineColours, type Pen } from '../../webview/page/drawTimeline.ts';
import { startPlayback } from '../../webview/page/playback.tsx';
import { PlayerPlace, TimelinePlace } from '../../webview/page/PlaybackPlaces.tsx';
import { Timeline } from '../../webview/page/Timeline.tsx';
import { valueText, wordsOf } from '../../webview/page/timelineWords.ts';
import { FakeClock } from '../support/fakeClock.ts';
import type { PageSession } from '../support/pageHost.ts';
import { timelineOf } from '../support/pagePlayback.ts';
import { manyRows } from '../support/pageRows.ts';
import { assistantRow, compactionRow, shellRow, toolRow, userRow } from '../support/pageSamples.ts';

const minute = 60_000;
const nine = new Date(2026, 10, 20, 9, 0).getTime();

/** A prompt and two commands in the first minutes, and one more prompt after a night. */
function night(): TimelineBins {
  return timelineOf(
    [
      userRow('x', { time: nine }),
      shellRow('make', { time: nine + minute, state: 'failed' }),
      shellRow('make', { time: nine + 2 * minute }),
      assistantRow('y', { time: nine + 4 * minute }),
      userRow('z', { time: nine + 720 * minute }),
      assistantRow('y', { time: nine + 724 * minute }),
    ],
    100,
  );
}

describe('the bins of a timeline', () => {
  it('lead from a row to its bin and back', () => {
    const bins = night();
    for (let place = 0; place < bins.rows; place += 1) {
      const bin = binOf(bins, place);
      assert.ok(rowsIn(bins, bin) > 0);
      assert.equal(placeAt(bins, (bin + 0.01) / bins.starts.length), place);
    }
    assert.equal(placeAt(bins, 0), 0);
    assert.equal(placeAt(bins, 1), 5);
    assert.equal(placeAt(bins, 7), 5, 'a pointer may be dragged beyond the end');
  });

  it('have the rows of a full bin side by side', () => {
    const bins = timelineOf(manyRows(1_000), 10);
    assert.equal(placeAt(bins, 0.05), 50);
    assert.equal(placeAt(bins, 1), 999);
  });

  it('go on to the next one with rows', () => {
    const bins = night();
    const second = binOf(bins, 1);
    assert.equal(binAfter(bins, 0, 1), second);
    assert.equal(binAfter(bins, second, -1), 0);
    assert.equal(binAfter(bins, second, -50), 0);
    assert.equal(binAfter(bins, second, 500), binOf(bins, 5));
    assert.equal(busyBin(bins, second + 1), second, 'the command still runs');
  });
});

describe('the words for a part of a timeline', () => {
  it('say when, in which turn, and what', () => {
    const bins = night();
    assert.deepEqual(wordsOf(bins, binOf(bins, 1)), {
      where: '9:01 AM · Turn 1',
      what: ['1 shell command'],
      failed: '1 failed',
    });
    assert.deepEqual(wordsOf(bins, binOf(bins, 4)).where, '9:00 PM · Turn 2');
    assert.equal(
      valueText(bins, binOf(bins, 1), 1),
      'Row 2 of 6, 9:01 AM · Turn 1, 1 shell command, 1 failed',
    );
  });

  it('say how long nothing happened', () => {
    const bins = night();
    const [gap] = bins.gaps;
    assert.deepEqual(wordsOf(bins, gap?.bin ?? 0).what, ['Idle for 11 h 56 min']);
  });

  it('are about the order where there are no times', () => {
    const bins = timelineOf([userRow('x'), toolRow('read_file'), toolRow('todo_write')], 1);
    assert.deepEqual(wordsOf(bins, 0), {
      where: 'Turn 1',
      what: ['1 prompt', '1 file read', '1 tool call'],
      failed: '',
    });
  });
});

describe('the picture of a timeline', () => {
  const colours = Object.fromEntries(timelineColours.map((name) => [name, name])) as Record<
    (typeof timelineColours)[number],
    string
  >;

  /** Rectangles as they would be painted: `colour left-right top-bottom`. */
  function painted(bins: TimelineBins, width: number, height = 50) {
    const rectangles: {
      colour: string;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }[] = [];
    const lines: number[] = [];
    const pen: Pen = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 1,
      fillRect(left, top, wide, high) {
        rectangles.push({
          colour: String(this.fillStyle),
          left,
          right: left + wide,
          top,
          bottom: top + high,
        });
      },
      clearRect: () => undefined,
      beginPath: () => undefined,
      moveTo: (x) => lines.push(x),
      lineTo: () => undefined,
      stroke: () => undefined,
    };
    drawTimeline(pen, bins, { width, height, colours });
    const of = (colour: string) => rectangles.filter((each) => each.colour === colour);
    return { rectangles, lines, of };
  }

  it('has a lane each for prompts, for what was done, and for what failed', () => {
    const rows = [userRow('x'), shellRow('make', { state: 'failed' }), toolRow('edit_file')];
    const { of } = painted(timelineOf(rows, 100), 90);
    const [flag] = of('prompt').toSorted((a, b) => a.top - b.top);
    const [failed] = of('trouble');
    const [shell] = of('shell');
    assert.ok(flag && failed && shell);
    assert.ok(flag.bottom <= shell.top && shell.bottom <= failed.top);
    assert.deepEqual([shell.left, shell.right, failed.left], [30, 59, 30]);
    assert.equal(of('change')[0]?.left, 60);
  });

  it('stays within its size, each bin within its own', () => {
    const bins = timelineOf(manyRows(5_000), 200);
    const { rectangles } = painted(bins, 400);
    for (const { left, right, top, bottom } of rectangles) {
      assert.ok(left >= 0 && right <= 400 && top >= 0 && bottom <= 50 && top <= bottom);
      assert.ok(right - left <= 2);
    }
    assert.ok(rectangles.length < 200 * 6, 'the number of rows does not matter');
  });

  it('goes on with what was going on, but not into a gap, which is hatched', () => {
    const bins = night();
    const { of, lines } = painted(bins, 1_000);
    const [gap] = bins.gaps;
    const [first, last] = [10 * binOf(bins, 1), 10 * binOf(bins, 3)];
    const shells = of('shell');
    assert.equal(Math.min(...shells.map(({ left }) => left)), first);
    assert.ok(last - Math.max(...shells.map(({ right }) => right)) <= 1);
    assert.equal(shells.length, (last - first) / 10, 'there is no hole');
    const [begin, end] = [10 * (gap?.bin ?? 0), 10 * ((gap?.bin ?? 0) + (gap?.bins ?? 0))];
    assert.ok(lines.length > 0 && lines.every((x) => x > begin && x < end));
    assert.deepEqual(
      of('text').filter(({ left }) => left >= begin && left < end),
      [],
    );
  });

  it('divides the strip at compactions, unless they are everywhere', () => {
    const few = painted(
      timelineOf([...manyRows(40), compactionRow('x'), ...manyRows(40)], 100),
      200,
    );
    assert.deepEqual(
      few.of('compaction').map(({ top, bottom }) => bottom - top > 40),
      [true],
    );
    const many = painted(
      timelineOf(
        Array.from({ length: 9 }, () => compactionRow('x')),
        9,
      ),
      200,
    );
    assert.ok(many.of('compaction').every(({ top, bottom }) => bottom - top < 20));
  });
});

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
    assert.deepEqual([asked(), timeline.bins.value?.rows], [2, 33]);
    fake.change({ header: { title: 'Another name' } });
    await settled();
    assert.equal(clock.next, undefined, 'a new name changes nothing');
  });

  it('goes to rows and knows where the reader is', async () => {
    const { timeline, page } = await model({ rows: manyRows(300) });
    page.view.showed({ first: 10, last: 19 });
    assert.deepEqual(timeline.places.value, { first: 10, last: 19, current: 0 });
    await timeline.goTo(200);
    assert.equal(page.view.current.value, 200);
    assert.deepEqual(page.replay.scroll.value, { index: 200, align: 'start' });
    await timeline.goTo(299);
    assert.deepEqual(page.replay.scroll.value, { index: 299, align: 'end' });
    assert.equal(timeline.places.value?.current, 299);
  });

  it('does so while a filter hides most rows', async () => {
    const { timeline, page } = await model({ rows: manyRows(300) });
    await page.replay.setFilter('dialogue');
    // Of five rows, the first and the last are dialogue.
    page.view.showed({ first: 2, last: 3 });
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
      made.page.view.showed({ first: 0, last: 9 });
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
      const places = (
        <>
          <TimelinePlace />
          <PlayerPlace />
        </>
      );
      const made = renderInPage(places, { rows: manyRows(rows) });
      await act(async () => {
        await made.page.replay.start();
        if (view !== undefined) {
          await made.page.replay.setView(view);
        }
      });
      return [...made.view.container.children].map(({ className }) => className);
    };
    assert.deepEqual(await places(50), ['timeline-place', 'player-place']);
    assert.deepEqual(await places(19), ['player-place']);
    assert.deepEqual(await places(1), []);
    assert.deepEqual(await places(50, 'conversation'), []);
  });
});
