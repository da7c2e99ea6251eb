import { settled, testPage, type TestPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import type { PlayerSettings } from '#protocol/pages/viewState.ts';
import { createPlayerModel, type PlayerModel } from '../../webview/replay/model/playerModel.ts';
import { FakeClock } from '../support/fakeClock.ts';
import type { PageSession } from '../support/pageSession.ts';
import { manyRows } from '../support/pageRows.ts';
import { playedRows } from '../support/pagePlayback.ts';
import { assistantRow } from '../support/pageSamples.ts';

interface Played extends TestPage {
  readonly player: PlayerModel;
  readonly clock: FakeClock;
  /** Index of the current row. */
  readonly at: () => number;
  /** Lets the player's next move happen. @returns how long it took, ms. */
  readonly move: () => Promise<number | undefined>;
}

async function playerOf(
  session: PageSession,
  settings: Partial<PlayerSettings> = {},
  state?: unknown,
): Promise<Played> {
  const made = testPage(session, state);
  const { replay, view } = made.page;
  await replay.start();
  const clock = new FakeClock();
  const player = createPlayerModel(replay, view, clock.later);
  player.set(settings);
  await settled();
  const move = async () => {
    const ms = clock.next;
    clock.tick();
    await settled();
    return ms;
  };
  return { ...made, player, clock, at: () => view.current.peek(), move };
}

/** Rows with these times, ms. */
const dated = (...times: readonly number[]) =>
  times.map((time) => assistantRow(`at ${time}`, { time }));

describe('the player', () => {
  it('moves the current row as time passed, and brings it onto the screen', async () => {
    const { player, at, move, page } = await playerOf(
      { rows: dated(0, 3_000, 4_000) },
      { longest: 5_000 },
    );
    player.toggle();
    await settled();
    assert.deepEqual([await move(), at()], [3_000, 1]);
    assert.deepEqual(page.replay.scroll.value, { index: 1, align: 'auto', focus: 'kept' });
    assert.deepEqual([await move(), at()], [1_000, 2]);
    assert.deepEqual(player.state.value, { state: 'paused', at: 'end' });
    assert.deepEqual(page.replay.scroll.value, { index: 2, align: 'end' }, 'it follows the end');
  });

  it('plays faster and slower, and waits no longer than wished', async () => {
    const rows = dated(0, 3_000, 3_600_000, 3_604_000);
    const { player, clock, move, at } = await playerOf({ rows }, { speed: 2 });
    player.toggle();
    await settled();
    assert.equal(await move(), 500, 'pauses are cut to a second from the start');
    player.set({ longest: 5_000 });
    player.pause();
    player.toggle();
    await settled();
    assert.equal(clock.next, 2_500, 'an hour is cut to 5 s');
    await move();
    player.set({ longest: undefined, speed: 0.5 });
    player.pause();
    player.toggle();
    await settled();
    assert.equal(clock.next, 8_000);
    await move();
    assert.equal(at(), 3);
  });

  it('steps through its speeds and stays within them', async () => {
    const { player, page } = await playerOf({ rows: manyRows(3) });
    const after = (by: 1 | -1, times: number) => {
      for (let time = 0; time < times; time += 1) {
        player.changeSpeed(by);
      }
      return page.view.player.value.speed;
    };
    assert.equal(after(1, 2), 4);
    assert.equal(after(1, 9), 32);
    assert.equal(after(-1, 9), 0.5);
  });

  it('takes rows of the same moment at once, and never moves in less than a frame', async () => {
    const { player, move, at } = await playerOf(
      { rows: dated(0, 0, 0, 10, 5_000) },
      { longest: 5_000 },
    );
    player.toggle();
    await settled();
    assert.deepEqual([await move(), at()], [40, 3]);
    assert.deepEqual([await move(), at()], [4_990, 4]);
  });

  it('paces rows without times by their length', async () => {
    const rows = [assistantRow('x'), assistantRow('x'.repeat(400)), assistantRow('z')];
    const { player, move } = await playerOf({ rows });
    player.toggle();
    await settled();
    const short = await move();
    const long = await move();
    assert.ok(short !== undefined && long !== undefined && short > 0 && long > short);
  });

  it('asks ahead, so that it need not wait for the host', async () => {
    const { player, fake, move, at } = await playerOf({ rows: manyRows(400) });
    player.toggle();
    await settled();
    const asked = () => fake.asked.filter((what) => what.startsWith('step')).length;
    assert.equal(asked(), 1);
    for (let step = 1; step <= 26; step += 1) {
      await move();
    }
    assert.deepEqual([at(), asked()], [26, 2]);
  });

  it('steps by event, call and turn, back and forward', async () => {
    const { player, at } = await playerOf({ rows: playedRows() });
    const path = async (by: 1 | -1, times: number) => {
      const places: number[] = [];
      for (let step = 0; step < times; step += 1) {
        await player.step(by);
        places.push(at());
      }
      return places;
    };
    assert.deepEqual(await path(1, 2), [1, 2]);
    player.set({ unit: 'call' });
    assert.deepEqual(await path(1, 3), [3, 4, 4]);
    player.set({ unit: 'turn' });
    assert.deepEqual(await path(1, 2), [7, 7]);
    assert.deepEqual(await path(-1, 2), [0, 0]);
  });

  it('takes every step that is asked for, however fast', async () => {
    const { player, at } = await playerOf({ rows: manyRows(20) });
    await Promise.all([player.step(1), player.step(1), player.step(1), player.step(-1)]);
    assert.equal(at(), 2);
  });

  it('stops by itself where wished, says why, and goes on from there', async () => {
    const { player, at, move } = await playerOf(
      { rows: playedRows() },
      { unit: 'turn', stops: ['error', 'compaction', 'edit'] },
    );
    const found: unknown[] = [];
    for (let stop = 0; stop < 4; stop += 1) {
      player.toggle();
      await settled();
      await move();
      found.push([at(), player.state.value]);
    }
    assert.deepEqual(found, [
      [3, { state: 'paused', at: 'error' }],
      [4, { state: 'paused', at: 'edit' }],
      [5, { state: 'paused', at: 'edit' }],
      [6, { state: 'paused', at: 'compaction' }],
    ]);
  });

  it('says no longer why it stopped once the reader went elsewhere', async () => {
    const { player, page, move } = await playerOf({ rows: playedRows() }, { stops: ['error'] });
    player.toggle();
    await settled();
    while (player.state.value.state === 'playing') {
      await move();
    }
    assert.deepEqual(player.state.value, { state: 'paused', at: 'error' });
    page.view.current.value = 0;
    assert.deepEqual(player.state.value, { state: 'paused' });
  });

  it('goes on from where the reader went, and pauses where it was', async () => {
    const { player, page, clock, move, at } = await playerOf({
      rows: dated(0, 1_000, 2_000, 9_000, 9_500),
    });
    player.toggle();
    await settled();
    page.view.current.value = 3;
    await settled();
    assert.deepEqual([await move(), at()], [500, 4]);
    page.view.current.value = 1;
    player.toggle();
    await settled();
    player.pause();
    assert.equal(clock.next, undefined, 'nothing waits any longer');
    assert.deepEqual([player.state.value, at()], [{ state: 'paused' }, 1]);
  });

  it('plays what passes the filter, also if that changes', async () => {
    const { player, page, move } = await playerOf({ rows: playedRows() });
    player.toggle();
    await settled();
    await page.replay.setFilter('all kind:user,tool,shell,diff');
    await settled();
    await move();
    const row = page.replay.rows.at(page.view.current.value);
    assert.equal(row?.kind, 'tool');
    assert.equal(player.state.value.state, 'playing');
    await page.replay.setView('conversation');
    assert.deepEqual(player.state.value, { state: 'paused' });
  });

  it('starts over from the end', async () => {
    const { player, page, at, move } = await playerOf({ rows: dated(0, 1_000) });
    page.view.current.value = 1;
    player.toggle();
    await settled();
    assert.equal(at(), 0);
    await move();
    assert.equal(at(), 1);
  });

  it('finds what was written since it asked', async () => {
    const { player, fake, at, move } = await playerOf({ rows: dated(0, 1_000) });
    player.toggle();
    await settled();
    fake.append(...dated(2_000));
    await settled();
    await move();
    assert.deepEqual([at(), player.state.value.state], [1, 'playing']);
    await move();
    assert.equal(at(), 2);
  });

  it('is paused by a host that fails, which is reported', async () => {
    const { player, page, fake } = await playerOf({ rows: manyRows(5) });
    Object.assign(page.replay.endpoint, {
      request: () => Promise.reject(new Error('gone')),
    });
    player.toggle();
    await settled();
    assert.deepEqual(player.state.value, { state: 'paused' });
    await player.step(1);
    assert.equal(fake.told.filter(({ name }) => name === 'log/error').length, 2);
  });

  it('keeps its place over a reload, and is paused then', async () => {
    const rows = manyRows(300);
    const { page, fake } = await playerOf({ rows });
    page.view.current.value = 7;
    assert.equal(page.view.playhead.value, rows[7]?.id);
    const session = { agent: 'keen', id: fake.header().sessionId, path: fake.header().path };
    const state = {
      version: 1,
      session,
      view: 'transcript',
      filter: 'all',
      anchor: { rowId: rows[100]?.id, offset: 0 },
      toggled: [],
      playhead: rows[250]?.id,
    };
    const next = await playerOf({ rows }, {}, state);
    assert.equal(next.at(), 250);
    assert.equal(next.page.replay.scroll.value?.index, 100, 'the screen stays where it was');
    assert.deepEqual(next.player.state.value, { state: 'paused' });
  });
});
