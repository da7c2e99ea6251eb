import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { fixturesFolder, type Fixture } from './fixtures.ts';
import { goldenText } from './goldenText.ts';

const rewrite = process.env.UPDATE_GOLDEN === '1';

/**
 * A test for each fixture of an agent: what the whole product makes of it is what the golden file
 * says. `UPDATE_GOLDEN=1` rewrites the files; read the difference before it is committed.
 *
 * @param placeOf the log's path below the home, native, by the fixture's name.
 */
export function goldenSuite(
  adapter: AgentAdapter,
  fixtures: readonly Fixture[],
  placeOf: (name: string) => string,
): void {
  const folder = join(fixturesFolder(adapter.id), 'golden');

  describe(`${adapter.label}’s fixtures through the whole pipeline`, () => {
    for (const { name, bytes } of fixtures) {
      it(`${name} gives the rows, messages and problems of its golden file`, async () => {
        const path = join(folder, `${name}.txt`);
        const actual = await goldenText(bytes, adapter, placeOf(name));
        if (rewrite) {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, actual);
        }
        assert.ok(existsSync(path), `${path} is missing: run with UPDATE_GOLDEN=1 and check it.`);
        assert.equal(actual, readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
      });
    }

    it('has no golden file without a fixture', () => {
      const golden = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.txt'))
        .map((path) => path.replaceAll('\\', '/').replace(/\.txt$/, ''))
        .sort();
      assert.deepEqual(golden, fixtures.map(({ name }) => name).sort());
    });
  });
}
