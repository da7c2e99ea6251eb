import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { eventually } from '../../../support/eventually.ts';
import { here, ownProcesses, Processes } from '#store/write/processes.ts';

const processes = new Processes('11111111-0000-4000-8000-000000000001');
const { own } = processes;
const isLinux = process.platform === 'linux';

describe('a process', () => {
  it('knows itself, and who had its ID before', () => {
    assert.equal(processes.isRunning(own), true);
    for (const token of [
      undefined,
      '',
      `${own.token}1`,
      '00000000-0000-4000-8000-000000000000-1',
    ]) {
      assert.equal(processes.isRunning({ ...own, token }), false);
    }
  });

  it('has one name in all its threads', async () => {
    const script = `const {readFileSync}=require('node:fs');
      require('node:worker_threads').parentPort.postMessage(readFileSync('/proc/'+process.pid+'/stat','utf8').split(') ')[1].split(' ')[19])`;
    if (!isLinux) {
      // Its threads are given the name.
      assert.equal(own.token, '11111111-0000-4000-8000-000000000001');
    } else {
      assert.equal(ownProcesses.own.token, own.token);
      const [inThread] = (await once(new Worker(script, { eval: true }), 'message')) as [string];
      assert.ok(own.token.endsWith(`-${inThread}`));
    }
  });

  it('tells whether another runs, or that only its ID is that of one', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    try {
      const before = '00000000-0000-4000-8000-000000000000-1';
      const ask = (token: string | undefined) => processes.isRunning({ pid, host: here, token });
      assert.equal(ask(undefined), undefined);
      assert.equal(ask('11111111-0000-4000-8000-000000000001'), undefined);
      assert.equal(ask(before), isLinux ? false : undefined);
      assert.equal(processes.isRunning({ pid, host: 'elsewhere/linux', token: before }), undefined);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    for (const token of [undefined, own.token]) {
      assert.equal(processes.isRunning({ pid: dead, host: here, token }), false);
    }
  });

  it('that was killed does not run, though nobody asked how it ended', async () => {
    if (!isLinux) {
      return;
    }
    // The shell becomes another program, which knows nothing of its child.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(line.toString());
    const token = `${own.token.slice(0, 36)}-${startTicks(child)}`;
    try {
      await eventually(() => assert.match(commandOf(parent.pid ?? 0), /^sleep/));
      assert.equal(processes.isRunning({ pid: child, host: here, token }), true);
      process.kill(child, 'SIGKILL');
      await eventually(() => assert.match(statOf(child), /\) Z /));
      assert.equal(processes.isRunning({ pid: child, host: here, token }), false);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8');
const startTicks = (pid: number) => statOf(pid).split(') ')[1]?.split(' ')[19];
const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
