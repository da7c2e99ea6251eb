import { shapes } from '../toolbox/fields.ts';

// What each object of the format may hold, field by field, as Copilot CLI wrote it up to 1.0.102.

const { text, amount, natural, flag, object, list, anything, dateTime } = shapes;

export const lineShape = { type: text, timestamp: dateTime, data: object, agentId: text };

/** `data` of the events of the session itself. */
export const sessionShape = {
  sessionId: text,
  version: anything,
  startTime: dateTime,
  context: object,
  detachedFromSpawningParentSessionId: text,
  infoType: text,
  message: text,
  previousModel: text,
  newModel: text,
  summary: text,
  errorReason: text,
  usage: object,
  messagesRemovedDuringTruncation: natural,
  initialMessage: text,
  sessionBrowser: anything,
};

export const contextShape = { cwd: text };

export const usageShape = {
  inputTokens: amount,
  outputTokens: amount,
  cacheReadTokens: amount,
  cacheWriteTokens: amount,
  apiCallId: text,
  accounting: object,
};

export const accountingShape = { sourceSessionId: text };

/** `data` of the event that a program writes when it ends. */
export const shutdownShape = {
  accountingSnapshot: object,
  modelMetrics: object,
  agentMetrics: object,
};

export const compactionShape = {
  success: flag,
  error: text,
  summaryContent: text,
  trigger: text,
  preCompactionTokens: natural,
  postCompactionTokens: natural,
};

/** `data` of the events of a turn. */
export const turnShape = {
  parentToolCallId: text,
  content: anything,
  transformedContent: text,
  attachments: list,
  source: text,
  toolRequests: list,
  reasoningText: text,
  name: text,
};

export const attachmentShape = {
  type: text,
  displayName: text,
  path: text,
  mimeType: text,
  data: text,
};

export const callShape = { toolCallId: text, name: text, toolName: text, arguments: anything };

export const completeShape = {
  toolCallId: text,
  success: flag,
  isUserRequested: flag,
  result: object,
  error: object,
  shellExecution: object,
  fileEdits: list,
};

export const resultShape = { content: text, detailedContent: text, binaryResultsForLlm: list };

export const errorShape = { message: text };

export const binaryShape = { data: text, mimeType: text };

export const shellShape = { exitCode: anything };

export const fileEditShape = { path: text };
