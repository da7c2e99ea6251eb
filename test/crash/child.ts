import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { build } from 'esbuild';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Job } from './job.ts';

export interface Done {
  readonly number: number;
  readonly seq: number;
  /** Other writers' lines that were reported to this one. */
  readonly others: number;
}

/** A test's writing process, with its job and its complete output. */
export class Child {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ended: Promise<unknown>;
  #said = '';
  #errors = '';
  #onSaid: () => void = () => undefined;

  private constructor(script: string, home: string) {
    this.#process = spawn(process.execPath, [script, home], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
      this.#onSaid();
    });
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    // A killed process closes its end of the pipe.
    this.#process.stdin.on('error', () => undefined);
    this.#ended = new Promise((resolve) => this.#process.once('close', resolve));
  }

  /** Bundles the program once. */
  static async prepare(folder: string): Promise<string> {
    const outfile = join(folder, 'writingProcess.mjs');
    await build({
      entryPoints: ['test/crash/writingProcess.ts'],
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      target: 'es2023',
      outfile,
      logLevel: 'error',
    });
    return outfile;
  }

  /** Starts a process that waits for its job. */
  static async start(script: string, home: string): Promise<Child> {
    const child = new Child(script, home);
    await child.#until(() => child.#said.includes('ready\n'));
    return child;
  }

  give(job: Job): void {
    this.#process.stdin.write(`${JSON.stringify(job)}\n`);
  }

  /** Waits until it has reported this many writes, or has exited. */
  async hasDone(count: number): Promise<void> {
    await this.#until(() => this.#said.split('\ndone ').length > count);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Waits until it has reported this many recorded steps, or has exited. */
  async hasKept(count: number): Promise<void> {
    await this.#until(() => this.#said.split('\nstep ').length > count);
  }

  /** Waits for it to exit in any way. */
  async ended(): Promise<{
    readonly path: string | undefined;
    readonly done: readonly Done[];
    /** Recorded steps of turns, as `TURN.STEP`. */
    readonly steps: readonly string[];
  }> {
    await this.#ended;
    if (this.#errors !== '') {
      throw new Error(this.#errors);
    }
    // The last line may be partial, too.
    const lines = this.#said.split('\n').slice(0, -1);
    return {
      steps: lines.flatMap((line) =>
        line.startsWith('step ') ? [line.slice('step '.length)] : [],
      ),
      path: lines.find((line) => line.startsWith('made '))?.slice('made '.length),
      done: lines.flatMap((line) => {
        const [word, number, seq, others] = line.split(' ');
        return word === 'done'
          ? [{ number: Number(number), seq: Number(seq), others: Number(others) }]
          : [];
      }),
    };
  }

  async #until(isSo: () => boolean): Promise<void> {
    await Promise.race([
      this.#ended,
      new Promise<void>((resolve) => {
        this.#onSaid = () => {
          if (isSo()) {
            resolve();
          }
        };
        this.#onSaid();
      }),
    ]);
  }
}
