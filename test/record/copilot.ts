import { Workplace } from './workplace.ts';

/** The published Copilot CLI with a home and a project of its own. */
export class CopilotCli extends Workplace {
  readonly #program: string;
  readonly #model: string;

  constructor(folder: string, program: string, model: string) {
    super(folder);
    this.#program = program;
    this.#model = model;
  }

  /** Says one thing and waits until everything is done. @param options such as `--continue`. */
  say(prompt: string, ...options: readonly string[]): Promise<string> {
    const args = ['--allow-all-tools', '--no-auto-update', ...options, '--prompt', prompt];
    return this.run(this.#program, args, {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: this.#model,
      COPILOT_MODEL: 'standin',
    });
  }

  /** The sessions' events. */
  sessions(): readonly string[] {
    return this.logsIn('.copilot', 'session-state');
  }
}
