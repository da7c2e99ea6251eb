import assert from 'node:assert/strict';
import { createCopyModel } from '../../webview/replay/model/copyModel.ts';

function model(write: (text: string) => Promise<void> = () => Promise.resolve()) {
  const later: (() => void)[] = [];
  return { later, copying: createCopyModel(write, (run) => later.push(run)) };
}

describe('copying', () => {
  it('briefly shows what was copied once it is on the clipboard', async () => {
    let onWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (onWritten = resolve));
    const texts: string[] = [];
    const { copying, later } = model((text) => {
      texts.push(text);
      return written;
    });
    const done = copying.copy('12.0', 'Some text');
    assert.deepEqual([texts, copying.copied.value], [['Some text'], undefined]);
    onWritten();
    await done;
    assert.equal(copying.copied.value, '12.0');
    later[0]?.();
    assert.equal(copying.copied.value, undefined);
  });

  it('says nothing of what could not be copied', async () => {
    const { copying } = model(() => Promise.reject(new Error('No clipboard.')));
    await copying.copy('12.0', 'Some text');
    assert.equal(copying.copied.value, undefined);
  });

  it('is announced again for a second copy, which the end of the first does not clear', async () => {
    const { copying, later } = model();
    await copying.copy('12.0', 'Some text');
    const said: (string | undefined)[] = [];
    copying.copied.subscribe((name) => said.push(name));
    await copying.copy('12.0', 'Some text');
    assert.deepEqual(said, ['12.0', undefined, '12.0']);
    later[0]?.();
    assert.equal(copying.copied.value, '12.0');
  });
});
