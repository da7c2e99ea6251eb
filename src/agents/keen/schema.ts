import { shapes } from '../toolbox/fields.ts';

// What each object of the format may hold, field by field, so that a field of the wrong type costs
// only itself and not the line (Keen itself then skips the whole line). Keys as Keen writes them;
// reading ignores their case as Go does, and treats `null` as absent. Unlisted keys are ignored.

const { text, whole, natural, flag, anything, object, list, dateTime } = shapes;

export const envelopeShape = { seq: natural, kind: text };

export const sessionStartedShape = {
  session_id: text,
  created_at: dateTime,
  cwd: text,
  /** Our own addition, if a session continues from another. */
  forked_from: object,
  /** Our own addition, too: which program wrote the log. */
  recorded_by: text,
};

export const forkedFromShape = {
  agent: text,
  recorded_by: text,
  session_id: text,
  path: text,
  lines: natural,
};

/** How this product calls itself there. */
export const ownProgram = 'session-browser';

/** `user_message`, and the RFC's `assistant_message` and its like. */
export const contentShape = { content: text };

export const assistantTurnShape = {
  transcript: list,
  message: text,
  turn_memory: object,
  interrupted: flag,
  error: text,
};

export const transcriptItemShape = {
  kind: text,
  content: text,
  tool_start: object,
  tool_end: object,
  bash: object,
  diff: object,
};

export const toolStartShape = { name: text, input: object };

export const toolEndShape = {
  name: text,
  input: object,
  output: anything,
  error: text,
  duration_ns: whole,
};

export const bashShape = {
  command: text,
  summary: text,
  output: text,
  error: text,
  duration_ns: whole,
};

export const diffShape = { lines: list };

/** A Go struct without JSON tags, hence the capitals. */
export const diffLineShape = { Kind: whole, OldLineNum: whole, NewLineNum: whole, Content: text };

export const compactionShape = {
  status: text,
  transcript: list,
  messages: list,
  /** Only in the RFC. */
  summary: text,
};

/** A Go struct without JSON tags, hence the capitals. */
export const messageShape = { Role: text, Content: text, TurnMemory: object };

/** All six layouts at once: none gives a key two meanings. */
export const turnMemoryShape = { tool_activity: list, files_changed: list, failed_bash: list };

export const toolActivityShape = {
  text_offset: whole,
  tool: text,
  status: text,
  input: object,
  target: text,
  server: text,
  file_changed: text,
  failed_command: text,
  exit_code: whole,
  retained_output: anything,
  /** Our own addition: the value is the text that the model got, not JSON. */
  verbatim: flag,
};

export const failedBashShape = { command: text, exit_code: whole };
