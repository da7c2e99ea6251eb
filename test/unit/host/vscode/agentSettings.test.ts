import assert from 'node:assert/strict';
import { agentConfigKeys, readAgentSettings } from '#host/vscode/agentSettings.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';

describe('the settings of the agents as they are read', () => {
  const one = { id: 'one' };
  const two = { id: 'two' };
  const { enabled, extraRoots } = agentConfigKeys(one);

  function read(
    values: Readonly<Record<string, unknown>>,
    platform: 'posix' | 'windows' = 'posix',
  ) {
    const home = platform === 'posix' ? '/home/ann' : 'C:\\Users\\ann';
    return readAgentSettings([one, two], (key) => values[key], home, new PathStyle(platform));
  }

  it('are on and without folders where nothing is set', () => {
    const setting = { enabled: true, extraRoots: [] };
    assert.deepEqual(read({}), { agents: { one: setting, two: setting }, faults: [] });
  });

  it('turn one agent off by a clear no alone', () => {
    assert.equal(read({ [enabled]: false }).agents.one?.enabled, false);
    assert.equal(read({ [enabled]: false }).agents.two?.enabled, true);
    assert.equal(read({ [enabled]: 'false' }).agents.one?.enabled, true);
  });

  it('name folders: from the home on, cleaned, each once', () => {
    const folders = ['~', '~/logs/', ' /srv//a/../b ', '/srv/b', '', '/with ~ inside'];
    assert.deepEqual(read({ [extraRoots]: folders }), {
      agents: {
        one: {
          enabled: true,
          extraRoots: ['/home/ann', '/home/ann/logs', '/srv/b', '/with ~ inside'],
        },
        two: { enabled: true, extraRoots: [] },
      },
      faults: [],
    });
  });

  it('name folders of Windows', () => {
    const { agents, faults } = read(
      { [extraRoots]: ['~\\logs', 'D:/logs/', '\\\\server\\share', 'D:logs'] },
      'windows',
    );
    assert.deepEqual(agents.one?.extraRoots, [
      'C:\\Users\\ann\\logs',
      'D:\\logs',
      '\\\\server\\share\\',
    ]);
    assert.deepEqual(faults, [{ key: extraRoots, value: 'D:logs' }]);
  });

  it('report relative paths, and keep the others', () => {
    const values = ['relative', './here', '~bob/logs', '/a\0b', 7, null, '/good'];
    const { agents, faults } = read({ [extraRoots]: values });
    assert.deepEqual(agents.one?.extraRoots, ['/good']);
    assert.deepEqual(
      faults.map(({ value }) => value),
      ['relative', './here', '~bob/logs', '/a\0b', '7', 'null'],
    );
    assert.ok(faults.every(({ key }) => key === extraRoots));
  });

  it('are nothing where a list is no list', () => {
    assert.deepEqual(read({ [extraRoots]: '/one/path' }).agents.one?.extraRoots, []);
  });
});
