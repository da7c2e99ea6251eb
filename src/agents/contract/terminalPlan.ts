/** A command for a terminal, as data; the host shows and confirms it before anything runs. */
export interface TerminalPlan {
  readonly executable: string;
  readonly args: readonly (string | FileQuestion)[];
  /** Folder to run it in, spelled as the log spells it. */
  readonly cwd: string;
  /** Typed into the agent once it listens, with Enter; agents without an option for the session. */
  readonly input?: string;
}

/** An argument that no log tells: the path of a file, which the user is asked for once. */
export interface FileQuestion {
  /** Names the answer where it is remembered. */
  readonly key: string;
  /** What is asked, as a title. */
  readonly title: string;
  /** Without dots. */
  readonly extensions: readonly string[];
}
