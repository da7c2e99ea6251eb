import { shapes } from '../toolbox/fields.ts';

// What each object of the format may hold, field by field, with keys as agent writes them. Unlisted
// keys are ignored.

const { text, natural, amount, flag, object, anything, dateTime } = shapes;

export const entryShape = { type: text, id: text, timestamp: dateTime, message: object };

export const headerShape = { cwd: text };

export const branchShape = { parent_session_path: text, branch_summary: text };

export const compactionShape = { summary: text, first_kept_entry_id: text, tokens_before: natural };

export const messageShape = {
  role: text,
  content: anything,
  usage: object,
  stop_reason: text,
  error_message: text,
  tool_call_id: text,
  tool_name: text,
  is_error: flag,
};

export const blockShape = {
  type: text,
  text,
  thinking: text,
  data: text,
  mime_type: text,
  id: text,
  name: text,
};

export const usageShape = {
  input: amount,
  output: amount,
  cache_read: amount,
  cache_write: amount,
  cost: object,
};

export const costShape = { total: amount };

/** A row of the database's table `sessions` as database.ts provides it: all texts. */
export const sessionRowShape = { id: text, cwd: text, created_at: text };

/** A row of the table `entries`, likewise. */
export const entryRowShape = {
  kind: text,
  role: text,
  content: text,
  event_type: text,
  metadata: text,
  created_at: text,
};

/** The JSON in a row's `metadata`. */
export const metadataShape = { toolCallId: text, toolName: text, toolCalls: shapes.list };

/** A Go struct without JSON tags, hence the capitals. */
export const toolCallShape = { ID: text, ToolID: text };
