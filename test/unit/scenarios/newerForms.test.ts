import assert from 'node:assert/strict';
import type { UnknownPart } from '#protocol/listing.ts';
import {
  fenPath,
  fenRoot,
  piPath,
  piRoot,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import { line, project } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const unknownIn = async (
  disk: MemoryFileSystem,
  folders: readonly string[] = [project],
): Promise<readonly UnknownPart[]> => {
  const [listing] = await storeOfAll(disk).list(folders);
  return listing?.unknownParts ?? [];
};

describe('a store with something newer than what is read', () => {
  it('says so of a folder beside the known one, whether that is there or not', async () => {
    const disk = new MemoryFileSystem();
    disk.put(`${fenRoot}-v2/--home-ann-project--/a.json`, '{}');
    const found = [{ agent: 'fen', place: `${fenRoot}-v2`, what: 'sessions-v2' }];
    assert.deepEqual(await unknownIn(disk), found);
    disk.put(fenPath('a'), '');
    assert.deepEqual(await unknownIn(disk), found);
  });

  it('says so of a session in a newer version of its form, which is listed all the same', async () => {
    const disk = new MemoryFileSystem();
    const [first = '', ...rest] = piSession('a').split('\n');
    const header = { ...(JSON.parse(first) as object), version: 4 };
    disk.put(piPath('a'), line(header) + rest.join('\n'));
    disk.put(piPath('b'), line(header) + rest.join('\n'));
    const place = piPath('a');
    const [listing] = await storeOfAll(disk).list([project]);
    assert.equal(listing?.sessions.length, 2);
    const [part] = await unknownIn(disk);
    assert.deepEqual({ ...part, place }, { agent: 'pi', place, what: 'version 4' });
  });

  it('says nothing of what is no session of tomorrow', async () => {
    const disk = new MemoryFileSystem();
    disk.put(piPath('a'), piSession('a'));
    disk.put(`${piRoot}-20261120/x.jsonl`, '{}');
    disk.put(`${piRoot}.bak/x.jsonl`, '{}');
    disk.put(`${piRoot}/../settings.json`, '{}');
    assert.deepEqual(await unknownIn(disk), []);
  });
});
