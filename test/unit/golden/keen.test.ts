import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { goldenText } from '../../support/goldenText.ts';
import { keenFixtures, keenFixturesFolder } from '../../support/keenFixtures.ts';

const goldenFolder = join(keenFixturesFolder, 'golden');
const rewrite = process.env.UPDATE_GOLDEN === '1';

/** A folder of the session's own, named like the fixture, so that a fallback id shows. */
function placeOf(name: string): string {
  const namespace = keenAdapter.layout.folderFor('/home/user/project');
  return join('.keen', 'sessions', namespace, basename(name), 'transcript_events.jsonl');
}

/** `UPDATE_GOLDEN=1` rewrites the files; read the difference before it is committed. */
describe('Keen’s fixtures through the whole pipeline', () => {
  for (const { name, bytes } of keenFixtures()) {
    it(`${name} gives the rows, messages and problems of its golden file`, async () => {
      const path = join(goldenFolder, `${name}.txt`);
      const actual = await goldenText(bytes, keenAdapter, placeOf(name));
      if (rewrite) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, actual);
      }
      assert.ok(existsSync(path), `${path} is missing: run with UPDATE_GOLDEN=1 and check it.`);
      assert.equal(actual, readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
    });
  }

  it('has no golden file without a fixture', () => {
    const golden = readdirSync(goldenFolder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.txt'))
      .map((path) => path.replaceAll('\\', '/').replace(/\.txt$/, ''))
      .sort();
    assert.deepEqual(
      golden,
      keenFixtures()
        .map(({ name }) => name)
        .sort(),
    );
  });
});
