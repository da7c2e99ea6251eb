import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAgent } from './runAgent.ts';

/** The published Copilot CLI with a home and a project of its own, without an account. */
export class Copilot {
  readonly project: string;
  readonly home: string;
  readonly #program: string;
  readonly #model: string;

  constructor(folder: string, program: string, model: string) {
    this.project = join(folder, 'project');
    this.home = join(folder, 'home');
    this.#program = program;
    this.#model = model;
    mkdirSync(this.project);
    mkdirSync(this.home);
  }

  /** Says one thing and waits until everything is done. @param options such as `--resume=` and an ID. */
  say(prompt: string, ...options: readonly string[]): Promise<string> {
    return runAgent(this.#program, ['-p', prompt, '--allow-all-tools', ...options], {
      cwd: this.project,
      env: {
        PATH: process.env.PATH,
        HOME: this.home,
        USERPROFILE: this.home,
        SHELL: '/bin/bash',
        TZ: 'UTC',
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: this.#model,
        COPILOT_MODEL: 'gpt-4.1',
      },
    });
  }

  /** Path of the one session that it wrote. */
  session(): string {
    const folder = join(this.home, '.copilot', 'session-state');
    const [id = ''] = readdirSync(folder).filter((name) => /^[0-9a-f]{8}-/.test(name));
    return join(folder, id, 'events.jsonl');
  }

  /** Adds to the session what only its screen can ask for, as Copilot CLI writes it. */
  add(type: string, data: Readonly<Record<string, unknown>>): void {
    const path = this.session();
    const last = JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '') as {
      readonly id: string;
    };
    const event = {
      ...{ type, data, id: crypto.randomUUID() },
      ...{ timestamp: new Date().toISOString(), parentId: last.id },
    };
    appendFileSync(path, `${JSON.stringify(event)}\n`);
  }
}
