import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import { failedColumn, timelineColumns } from '#core/lens/timeline.ts';
import { readTimeline, Timelines } from '#store/session/lens/timelines.ts';
import { user } from '../../../support/sampleEvents.ts';
import { indexText, sampleLog } from '../../../support/sampleLog.ts';
import { logPath, session, turnLine, userLine } from '../support/keenStore.ts';
import { opened } from '../support/openedSession.ts';

const path = logPath('a');
const failed = { kind: 'bash', bash: { command: 'false', output: '', error: 'exit status 1' } };

describe('the timeline of an open session', () => {
  it('holds every row of the log, and what failed', async () => {
    const { store, reader } = opened(
      session('a') + userLine(4, 'Go') + turnLine(5, 'No.', [failed]),
    );
    await reader.readAll();
    const { rows, counts } = await new Timelines().read(store.reader(path).indexed, 100);
    assert.equal(rows, 5);
    const sums = Array.from({ length: timelineColumns }, (_, column) =>
      counts.reduce((sum, count, at) => sum + (at % timelineColumns === column ? count : 0), 0),
    );
    assert.equal(sums[failedColumn], 1);
    assert.equal(
      sums.slice(0, failedColumn).reduce((sum, count) => sum + count, 0),
      5,
    );
  });

  it('is made once, and again when the session has changed', async () => {
    const content = session('a');
    const { store, disk, reader } = opened(content);
    const timelines = new Timelines();
    await reader.readAll();
    const first = await timelines.read(store.reader(path).indexed, 100);
    assert.equal(await timelines.read(store.reader(path).indexed, 100), first);
    assert.notEqual(await timelines.read(store.reader(path).indexed, 50), first);
    disk.put(path, content + userLine(4, 'More'));
    reader.refresh();
    await reader.readAll();
    assert.equal((await timelines.read(store.reader(path).indexed, 100)).rows, first.rows + 1);
  });

  it('starts over if rows go away while it is made', async () => {
    const { index } = indexText(sampleLog([user('One')], [user('Two')]));
    const mark = index.mark();
    for (const line of indexText(sampleLog([], [], [user('Three')], [user('Four')])).lines.slice(
      2,
    )) {
      index.push(line);
    }
    let now = 0;
    const reading = readTimeline(index, 10, new Pacer(undefined, () => (now += 100)));
    index.rewind(mark);
    assert.deepEqual((await reading).starts, [0, 1]);
  });

  it('is given up when nobody waits for it any longer', async () => {
    const { index } = indexText(sampleLog([user('One')], [user('Two')]));
    const controller = new AbortController();
    controller.abort(new Error('gone'));
    const reading = readTimeline(index, 10, new Pacer(controller.signal));
    await assert.rejects(reading, /gone/);
  });
});
