import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { cwd, said, WritingHome } from './support/writing.ts';

const hour = 60 * 60 * 1000;

describe('what a killed process left while it began a session', () => {
  let place: WritingHome;
  let namespace: string;
  beforeEach(() => {
    place = new WritingHome();
    namespace = join(place.root, namespaceOf(cwd, hash));
  });
  afterEach(() => {
    place.remove();
  });

  /** A folder with files of this age. */
  function folder(name: string, age: number, ...files: readonly string[]): string {
    const path = join(namespace, name);
    mkdirSync(path, { recursive: true });
    for (const file of files) {
      const at = (Date.now() - age) / 1000;
      writeFileSync(join(path, file), '{"seq":1}\n');
      utimesSync(join(path, file), at, at);
    }
    return path;
  }

  it('is gone after the next session was begun there, and nothing else is', async () => {
    const old = folder('11111111-0000-4000-8000-000000000001', 2 * hour, '.transcript-11111111');
    const kept = [
      folder('22222222-0000-4000-8000-000000000002', hour / 2, '.transcript-22222222'),
      folder('33333333-0000-4000-8000-000000000003', 2 * hour, '.transcript-44444444'),
      folder('55555555', 2 * hour, '.transcript-55555555'),
      folder('66666666-0000-4000-8000-000000000006', 2 * hour, 'transcript_events.jsonl'),
      folder('77777777-0000-4000-8000-000000000007', 2 * hour),
    ];
    const both = ['.transcript-88888888', 'note.txt'];
    const shared = folder('88888888-0000-4000-8000-000000000008', 2 * hour, ...both);
    const before = kept.map((path) => readdirSync(path));

    const { writers } = place.writers();
    const created = await writers.create({ cwd, events: [said('Hello')] });
    assert.equal(existsSync(old), false);
    assert.deepEqual(
      kept.map((path) => readdirSync(path)),
      before,
    );
    assert.deepEqual(readdirSync(shared), ['note.txt']);
    assert.deepEqual(readdirSync(dirname(created.session.path)), ['transcript_events.jsonl']);
  });

  it('is looked for once in a place, not with every session', async () => {
    const { writers } = place.writers();
    await writers.create({ cwd, events: [said('One')] });
    const old = folder('11111111-0000-4000-8000-000000000001', 2 * hour, '.transcript-11111111');
    await writers.create({ cwd, events: [said('Two')] });
    assert.equal(existsSync(old), true);
    await place.writers().writers.create({ cwd, events: [said('Three')] });
    assert.equal(existsSync(old), false);
  });
});
