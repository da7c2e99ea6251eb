import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyExtension } from '../start/extensionFolder.mjs';
import { readStartOptions } from '../start/startOptions.mjs';
import { judge } from '../steps/mochaStep.mjs';
import { runSteps } from '../steps/schedule.mjs';
import { cacheFolder, cachedFolder } from '../vscode/cache.mjs';
import { removeFolder, run, start, stop, temporaryFolder } from '../vscode/children.mjs';
import { findChromium } from '../vscode/chromium.mjs';
import { Missing } from '../vscode/missing.mjs';
import { isNodeNewEnough, oldNodeSentence } from '../vscode/nodeVersion.mjs';
import { profileEnvironment } from '../vscode/server.mjs';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('toolchain');
});
afterEach(() => {
  removeFolder(folder);
});

describe('the Node that runs the scripts', () => {
  it('must be 20.19 or newer', () => {
    for (const version of ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '100.0.0']) {
      assert.ok(isNodeNewEnough(version), version);
    }
    for (const version of ['12.22.0', '18.20.8', '20.9.0', '20.18.3']) {
      assert.ok(!isNodeNewEnough(version), version);
    }
    assert.match(oldNodeSentence('18.0.0'), /^Node\.js 18\.0\.0 is too old: .*20\.19 or newer\.$/);
  });
});

describe('the cache of fetched tools', () => {
  it('is where the platform keeps caches, or where the variable says', () => {
    assert.equal(cacheFolder({ SESSION_BROWSER_CACHE: '/x', XDG_CACHE_HOME: '/y' }, 'linux'), '/x');
    assert.equal(cacheFolder({ XDG_CACHE_HOME: '/y' }, 'linux'), join('/y', 'session-browser'));
    assert.match(cacheFolder({}, 'linux'), /[/\\]\.cache[/\\]session-browser$/);
    assert.match(cacheFolder({}, 'darwin'), /Library[/\\]Caches[/\\]session-browser$/);
    assert.equal(
      cacheFolder({ LOCALAPPDATA: '/local' }, 'win32'),
      join('/local', 'session-browser'),
    );
  });

  it('fills a folder once and finds it complete afterwards', async () => {
    let fills = 0;
    const fill = (target: string) => {
      fills += 1;
      writeFileSync(join(target, 'tool'), 'x');
      return Promise.resolve();
    };
    const first = await silently(() => cachedFolder('tool-1', 'Fetching', fill, folder));
    const second = await silently(() => cachedFolder('tool-1', 'Fetching', fill, folder));
    assert.equal(first, second);
    assert.equal(fills, 1);
    assert.ok(existsSync(join(first, 'tool')));
    assert.deepEqual(readdirSync(folder), ['tool-1']);
  });

  it('leaves nothing behind when filling fails', async () => {
    const fill = (target: string) => {
      writeFileSync(join(target, 'half'), 'x');
      return Promise.reject(new Missing('No network.'));
    };
    await assert.rejects(
      silently(() => cachedFolder('tool-1', 'Fetching', fill, folder)),
      /No network/,
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  it('replaces what an interrupted run left', async () => {
    mkdirSync(join(folder, 'tool-1'));
    writeFileSync(join(folder, 'tool-1', 'half'), 'x');
    // A process ID that no system assigns: its holder is gone.
    writeFileSync(join(folder, 'tool-1.lock'), '4194304999');
    const path = await silently(() =>
      cachedFolder('tool-1', 'Fetching', () => Promise.resolve(), folder),
    );
    assert.ok(!existsSync(join(path, 'half')));
    assert.deepEqual(readdirSync(folder), ['tool-1']);
  });

  it('lets a second run wait for the first instead of filling twice', async () => {
    let fills = 0;
    const fill = async () => {
      fills += 1;
      await sleep(50);
    };
    await silently(() =>
      Promise.all([
        cachedFolder('tool-1', 'Fetching', fill, folder),
        cachedFolder('tool-1', 'Fetching', fill, folder),
      ]),
    );
    assert.equal(fills, 1);
  });
});

describe('finding a browser', () => {
  it('takes the first executable on PATH', () => {
    const [first, second] = [join(folder, 'a'), join(folder, 'b')];
    for (const place of [first, second]) {
      mkdirSync(place);
      writeFileSync(join(place, 'google-chrome'), '');
    }
    chmodSync(join(second, 'google-chrome'), 0o755);
    assert.equal(
      findChromium([first, second].join(delimiter), 'linux'),
      join(second, 'google-chrome'),
    );
  });
});

describe('child processes', () => {
  it('are stopped together with their children', async () => {
    const child = start('sh', ['-c', 'sleep 1000 & echo $!; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const grandchild = await new Promise<number>((resolve) => {
      child.stdout?.once('data', (text: Buffer) => {
        resolve(Number(text.toString()));
      });
    });
    assert.doesNotThrow(() => process.kill(grandchild, 0));
    await stop(child);
    await gone(grandchild);
  });

  it('that do not exist are a sentence', async () => {
    await assert.rejects(run('no-such-program-anywhere', []), {
      name: 'Missing',
      message: 'There is no program called no-such-program-anywhere.',
    });
  });
});

describe('the environment of a VS Code with a home of its own', () => {
  it('has no variable that leads to the sessions of another home', () => {
    const read = readdirSync('src/agents', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join('src/agents', name), 'utf8'))
      .flatMap((text) => [
        ...[...text.matchAll(/\bvariables\.([A-Z_]+)/g)].map(([, name = '']) => name),
        ...[...text.matchAll(/\bvariables\[([^\]]+)\]/g)].flatMap(([, names = '']) =>
          [...names.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => name),
        ),
      ]);
    assert.ok(read.includes('CLAUDE_CONFIG_DIR') && read.includes('APPDATA'));
    const callers = Object.fromEntries(read.map((name) => [name, '/elsewhere']));
    assert.deepEqual(profileEnvironment({ folder, home: '/demo' }, callers), {
      HOME: '/demo',
      USERPROFILE: '/demo',
    });
    // Without one, it is the caller's.
    assert.deepEqual(profileEnvironment({ folder }, callers), callers);
  });
});

describe('options of npm start', () => {
  it('are read, a folder made absolute', () => {
    assert.deepEqual(readStartOptions([folder, '--port=8080', '--open'], {}), {
      folder,
      web: true,
      port: 8080,
      open: true,
      help: false,
    });
    assert.equal(readStartOptions([], {}).web, false);
    assert.equal(readStartOptions([], { SESSION_BROWSER_WEB: '1' }).web, true);
  });

  it('that do not fit are a sentence each', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const [args, sentence] of [
      [[join(folder, 'absent')], /^The folder .*absent does not exist\.$/],
      [[file], /^.*file is not a folder\.$/],
      [['--port=many'], /^--port=many is no port/],
      [['--port=70000'], /^--port=70000 is no port/],
      [[folder, folder], /^One folder at most/],
      [['--wat'], /Unknown option '--wat'/],
    ] as const) {
      assert.throws(() => readStartOptions(args, {}), { name: 'Missing', message: sentence });
    }
  });
});

describe('an extension that npm start loads from a folder', () => {
  const written = (path: string, text = '') => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };

  it('is what its package would hold, in place of what was there before', () => {
    written('source/package.json', '{ "publisher": "p", "name": "n" }');
    written(
      'source/.vscodeignore',
      '# All but these.\n**\n!package.json\n!dist/a.cjs\n!dist/host/**\n',
    );
    for (const file of ['dist/a.cjs', 'dist/host/b/c.cjs', 'dist/d.cjs', 'src/e.ts']) {
      written(`source/${file}`, 'new');
    }
    written('extensions/p.n/dist/old.cjs');
    written('extensions/p.n-0.1.0/package.json');
    written('extensions/p.nother-1.0.0/package.json');
    written('extensions/extensions.json', '[]');
    copyExtension(join(folder, 'source'), join(folder, 'extensions'));
    assert.deepEqual(filesIn('extensions'), [
      'p.n/dist/a.cjs',
      'p.n/dist/host/b/c.cjs',
      'p.n/package.json',
      'p.nother-1.0.0/package.json',
    ]);
  });

  it('is all of its folder without a list', () => {
    written('source/package.json', '{ "publisher": "p", "name": "n" }');
    written('source/extension.cjs');
    copyExtension(join(folder, 'source'), join(folder, 'profile', 'extensions'));
    assert.deepEqual(filesIn('profile/extensions'), ['p.n/extension.cjs', 'p.n/package.json']);
  });

  function filesIn(path: string): readonly string[] {
    return readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(folder, path), join(entry.parentPath, entry.name)))
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  }
});

describe('what counts as failed', () => {
  it('is a run without a result, without a test, with a test switched off, or with a bad end', () => {
    const slowest = [{ title: 'one', ms: 3 }];
    const ok = { passed: 3, failed: 0, pending: 0, slowest };
    assert.deepEqual(judge(ok, 0, ''), { passed: 3, failed: 0, output: '', slowest });
    assert.equal(judge(undefined, 0, '').failed, 1);
    assert.equal(judge({ ...ok, passed: 0 }, 0, '').failed, 1);
    assert.equal(judge({ ...ok, pending: 2 }, 0, '').failed, 2);
    assert.equal(judge(ok, 1, '').failed, 1);
  });

  it('is a step that throws, and every step that needs it', async () => {
    const said: string[] = [];
    const ran: string[] = [];
    const passing = (name: string) => () => {
      ran.push(name);
      return Promise.resolve({ passed: 1, failed: 0, output: '' });
    };
    const sums = await runSteps(
      [
        { name: 'a', title: 'a', run: () => Promise.reject(new Missing('No browser.')) },
        { name: 'b', title: 'b', needs: ['a'], run: passing('b') },
        { name: 'c', title: 'c', after: ['a'], run: passing('c') },
        { name: 'd', title: 'd', run: passing('d') },
      ],
      { grep: undefined, verbose: false, print: (text) => said.push(text) },
    );
    assert.deepEqual(sums, { passed: 2, failed: 2 });
    assert.deepEqual(ran.sort(), ['c', 'd']);
    assert.ok(said.includes('No browser.'));
    assert.ok(said.includes('Not run, because a failed.'));
  });

  it('runs as many steps side by side as there are cores', async () => {
    let running = 0;
    let most = 0;
    const step = (name: string) => ({
      name,
      title: name,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(5);
        running -= 1;
        return { passed: 1, failed: 0, output: '' };
      },
    });
    const slots = availableParallelism();
    const steps = Array.from({ length: slots + 1 }, (_, index) => step(String(index)));
    await runSteps(steps, {
      grep: undefined,
      verbose: false,
      print: () => undefined,
    });
    assert.equal(most, slots);
  });
});

/** Progress lines are for people who wait. */
async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stderr;
  process.stderr.write = () => true;
  try {
    return await work();
  } finally {
    process.stderr.write = write;
  }
}

/** Resolves once no process has this ID; the system takes a moment to reap it. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      // ESRCH is the expected result.
      return;
    }
    await sleep(10);
  }
}
