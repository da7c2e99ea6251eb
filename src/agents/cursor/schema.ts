import { shapes } from '../toolbox/fields.ts';

// What each object of a transcript may hold, field by field, as its readers know it.

const { text, flag, object, list, number, amount, whole, natural, anything } = shapes;

export const recordShape = { role: text, message: object, chat: object };

/** What the CLI's store says about a chat, as chatStore.ts makes it. */
export const chatShape = {
  schemaVersion: anything,
  hasConversation: flag,
  cwd: text,
  title: text,
  name: text,
  createdAtMs: natural,
  updatedAtMs: natural,
  lost: natural,
  failure: text,
};

export const messageShape = { content: anything };

export const blockShape = {
  type: text,
  text,
  thinking: text,
  id: text,
  name: text,
  input: anything,
  tool_use_id: text,
  content: anything,
  output: anything,
  is_error: flag,
};

// The same for what the editor's database holds.

/** A record that database.ts makes. */
export const contentsShape = {
  composer: object,
  conversation: anything,
  bubble: anything,
  before: text,
  after: text,
};

export const composerShape = {
  id: text,
  name: text,
  createdAt: number,
  folder: text,
  parent: text,
  isArchived: flag,
};

export const bubbleShape = {
  type: anything,
  bubbleId: text,
  capabilityType: anything,
  createdAt: anything,
  text,
  thinking: anything,
  toolFormerData: object,
  errorDetails: anything,
  tokenCount: object,
  context: object,
  images: list,
};

export const thinkingShape = { text };

export const tokenShape = { inputTokens: amount, outputTokens: amount };

export const errorShape = { message: text, title: text };

export const toolShape = {
  name: text,
  tool: anything,
  toolCallId: text,
  status: text,
  rawArgs: anything,
  params: anything,
  result: anything,
  error: anything,
  userDecision: text,
};

export const resultShape = {
  output: anything,
  contents: anything,
  resultForModel: text,
  error: anything,
  rejected: flag,
  exitCode: whole,
  exitCodeV2: whole,
  endedReason: text,
  isRunningInBackground: flag,
  poppedOutIntoBackground: flag,
  agentId: text,
  diff: object,
  contentsBeforeEdit: text,
  contentsAfterEdit: text,
};

export const toolErrorShape = { modelVisibleErrorMessage: text, clientVisibleErrorMessage: text };

export const chunkShape = { diffString: text, oldStart: natural, newStart: natural };
