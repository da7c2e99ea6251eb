/** A command for a terminal, as data; the host shows and confirms it before anything runs. */
export interface TerminalPlan {
  readonly executable: string;
  readonly args: readonly (string | FileQuestion)[];
  /** Folder to run it in, as the log spells it. */
  readonly cwd: string;
  /**
   * Typed into the agent, with Enter, once it listens; for agents without an option for the
   * session.
   */
  readonly input?: string;
}

/** An argument that is in no log: the path of a file, which the user is asked for once. */
export interface FileQuestion {
  /** What is asked for; the answer is remembered under it. */
  readonly key: 'agent.config';
  /** Without dots. */
  readonly extensions: readonly string[];
}
