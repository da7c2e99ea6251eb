import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageFolder } from '../steps/helperPackage.mjs';

/** Delay for opening a log. */
const openMs = 50;

const manifest = {
  name: 'slow-disk',
  displayName: 'Slow Disk',
  description: 'Makes logs slow to open.',
  version: '1.0.0',
  publisher: 'session-browser',
  license: 'MIT',
  main: './extension.cjs',
  engines: { vscode: '^1.106.0' },
  activationEvents: ['*'],
};

/**
 * Makes the disk slow for the extension host's worker threads: a helper extension makes them load a
 * script first, which delays each log they open.
 */
export class SlowDisk {
  readonly #switch: string;
  /** Reports that it works. */
  readonly #active: string;

  /** @param folder temporary. */
  constructor(private readonly folder: string) {
    this.#switch = join(folder, 'slow');
    this.#active = join(folder, 'active');
    writeFileSync(this.#switch, '');
  }

  /** Slows down threads started from now on. */
  async untilActive(): Promise<void> {
    while (!existsSync(this.#active)) {
      await sleep(50);
    }
  }

  /** Restores normal speed. */
  recover(): void {
    rmSync(this.#switch);
  }

  /** @returns the file to install. */
  async extension(): Promise<string> {
    const contents = join(this.folder, 'contents');
    const file = join(this.folder, 'slow-disk.vsix');
    if (!existsSync(contents)) {
      mkdirSync(contents);
      writeFileSync(join(contents, 'package.json'), JSON.stringify(manifest));
      writeFileSync(join(contents, 'README.md'), `${manifest.description}\n`);
      writeFileSync(join(contents, 'extension.cjs'), slowThreads(this.#active));
      writeFileSync(join(contents, 'slow.cjs'), slowOpening(this.#switch));
      await packageFolder(contents, file);
    }
    return file;
  }
}

/** Extensions get VS Code's copy of a module from `require`, so this asks Node itself. */
function slowThreads(activeFile: string): string {
  return `
const { writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const threads = createRequire(__filename)('node:worker_threads');
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(script, options) {
    super(script, { ...options, execArgv: ['--require', join(__dirname, 'slow.cjs')] });
  }
};
exports.activate = () => {
  writeFileSync(${JSON.stringify(activeFile)}, '');
};
`;
}

function slowOpening(switchFile: string): string {
  return `
const fs = require('node:fs');
const { openSync } = fs;
const nothing = new Int32Array(new SharedArrayBuffer(4));
fs.openSync = (path, ...others) => {
  if (String(path).endsWith('.jsonl') && fs.existsSync(${JSON.stringify(switchFile)})) {
    Atomics.wait(nothing, 0, 0, ${openMs});
  }
  return openSync(path, ...others);
};
`;
}
