import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import { startPlayback, Player } from '../../webview/replay/player/Player.tsx';
import { onPageKey } from '../../webview/replay/panels/pageKeys.ts';

import { FakeClock } from '../support/fakeClock.ts';
import type { PageSession } from '../support/pageSession.ts';
import { playedRows } from '../support/pagePlayback.ts';

describe('the player’s bar', () => {
  async function drawn(session: PageSession = { rows: playedRows() }) {
    const clock = new FakeClock();
    const made = renderInPage(<Player />, session);
    await act(async () => {
      made.page.playback.value = startPlayback(made.page, clock.later);
      await made.page.replay.start();
      await settled();
    });
    const { view } = made;
    const press = async (name: string) => {
      await act(async () => {
        fireEvent.click(view.getByRole('button', { name }));
        await settled();
      });
    };
    return { ...made, clock, press };
  }

  it('plays, pauses and steps', async () => {
    const { view, press, page } = await drawn();
    await press('Playback Settings');
    await act(async () => {
      fireEvent.click(view.getByRole('menuitem', { name: 'Step Forward' }));
      await settled();
    });
    assert.equal(page.view.current.value, 1);
    assert.ok(view.getByText('2 of 9'));
    await act(async () => {
      fireEvent.click(view.getByRole('menuitem', { name: 'Step Back' }));
      await settled();
    });
    assert.equal(page.view.current.value, 0);
    await press('Play');
    assert.equal(page.playback.value?.player.state.value.state, 'playing');
    await press('Pause');
    assert.ok(view.getByRole('button', { name: 'Play' }));
  });

  it('has the unit and the speed', async () => {
    const { view, page, press } = await drawn();
    await press('Playback Settings');
    await act(() => void fireEvent.click(view.getByRole('menuitemradio', { name: 'Turn' })));
    fireEvent.change(view.getByRole('combobox', { name: 'Speed' }), { target: { value: '0.5' } });
    const { unit, speed } = page.view.player.value;
    assert.deepEqual([unit, speed], ['turn', 0.5]);
  });

  it('has stops and the longest pause in a menu with the usual keys', async () => {
    const { view, page, press } = await drawn();
    await press('Playback Settings');
    const item = (role: string, name: string) => view.getByRole(role, { name });
    await act(() => void fireEvent.click(item('menuitemcheckbox', 'Errors')));
    assert.deepEqual(page.view.player.value.stops, ['error']);
    assert.equal(item('menuitemcheckbox', 'Errors').getAttribute('aria-checked'), 'true');
    await act(() => void fireEvent.click(item('menuitemcheckbox', 'Errors')));
    assert.deepEqual(page.view.player.value.stops, []);
    fireEvent.keyDown(view.getByRole('menu'), { key: 'End' });
    assert.equal(document.activeElement, item('menuitemradio', 'As recorded'));
    await act(() => void fireEvent.click(item('menuitemradio', 'As recorded')));
    assert.equal(page.view.player.value.longest, undefined);
    await act(() => void fireEvent.keyDown(view.getByRole('menu'), { key: 'Escape' }));
    assert.equal(view.queryByRole('menu'), null);
    assert.equal(document.activeElement, view.getByRole('button', { name: 'Playback Settings' }));
  });

  it('leaves only the rows of a color, and then what was shown before', async () => {
    const { page, press } = await drawn();
    await act(() => page.replay.setFilter('trouble'));
    await press('Shell Commands');
    assert.equal(page.view.filter.value, 'all is:command');
    await press('Prompts');
    assert.equal(page.view.filter.value, 'all is:prompt');
    await press('Prompts');
    assert.equal(page.view.filter.value, 'trouble');
  });

  it('says where it stopped by itself', async () => {
    const { view, clock, press, page } = await drawn();
    await act(() => {
      page.playback.value?.player.set({ stops: ['error'], unit: 'turn' });
    });
    await press('Play');
    await act(async () => {
      clock.tick();
      await settled();
    });
    assert.equal(view.getByRole('status').textContent, 'Stopped at an error');
  });

  it('has keys, but none for somebody who types', async () => {
    const { page, view } = await drawn();
    const press = async (key: string, target: Element = view.container) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
      onPageKey(page, event);
      await act(settled);
      return event.defaultPrevented;
    };
    assert.equal(await press('.'), true);
    assert.equal(page.view.current.value, 1);
    await press(',');
    assert.equal(page.view.current.value, 0);
    await press('>');
    assert.equal(page.view.player.value.speed, 2);
    await press('<');
    assert.equal(page.view.player.value.speed, 1);
    await press('p');
    assert.equal(page.playback.value?.player.state.value.state, 'playing');
    await press('p');
    const field = document.createElement('input');
    view.container.append(field);
    assert.equal(await press('p', field), false);
    assert.equal(await press('p', view.getByRole('combobox', { name: 'Speed' })), false);
    assert.equal(page.playback.value.player.state.value.state, 'paused');
    await act(() => page.replay.setView('conversation'));
    await press('p');
    assert.equal(page.playback.peek()?.player.state.peek().state, 'paused');
  });
});
