import { shapes } from '../toolbox/fields.ts';

// What each object of the format may hold, field by field, as VS Code wrote it up to 1.139.

const { text, amount, natural, whole, flag, object, list, anything } = shapes;

/** A record as document.ts makes it. */
export const recordShape = {
  sessionId: text,
  version: anything,
  creationDate: natural,
  customTitle: text,
  computedTitle: text,
  workingDirectory: anything,
  $isMirror: flag,
  $hasNoStart: flag,
  $unread: natural,
  $request: object,
  $model: text,
  $text: list,
  $isAfterEdit: flag,
  $time: natural,
  $part: object,
  $call: object,
  $result: anything,
  $end: object,
  $summary: text,
  $isUndone: flag,
  $isLastCopy: flag,
};

export const requestShape = {
  timestamp: natural,
  message: anything,
  variableData: object,
  isSystemInitiated: flag,
  systemInitiatedLabel: text,
};

export const messageShape = { text, parts: list };

export const rangeShape = { endExclusive: natural };

export const variablesShape = { variables: list };

export const variableShape = { kind: text, name: text, value: anything, mimeType: text };

export const endShape = {
  timestamp: natural,
  modelState: object,
  isCanceled: flag,
  result: object,
  promptTokens: amount,
  completionTokens: amount,
};

export const modelStateShape = { value: whole, completedAt: natural };

export const resultShape = { errorDetails: object, metadata: object, usage: object };

export const errorShape = { message: text };

export const tokensShape = { promptTokens: amount, outputTokens: amount, completionTokens: amount };

export const partShape = {
  kind: text,
  value: anything,
  content: anything,
  generatedTitle: text,
  uri: anything,
  edits: list,
  title: anything,
  message: anything,
  subtitle: anything,
  state: text,
  command: object,
  name: text,
  inlineReference: anything,
  progress: list,
  multiDiffData: object,
  author: text,
  questions: list,
  data: anything,
};

export const toolShape = {
  toolId: text,
  toolCallId: text,
  invocationMessage: anything,
  pastTenseMessage: anything,
  isConfirmed: anything,
  isComplete: flag,
  presentation: text,
  resultDetails: anything,
  toolSpecificData: object,
};

export const callShape = { id: text, name: text, arguments: anything };

export const detailsShape = { input: anything, output: anything, isError: flag };

export const toolDataShape = {
  kind: text,
  rawInput: anything,
  commandLine: object,
  command: text,
  terminalCommandOutput: object,
  terminalCommandState: object,
  todoList: list,
  agentName: text,
  description: text,
  prompt: text,
  result: text,
  input: anything,
  output: anything,
};

export const commandLineShape = { original: text, userEdited: text, toolEdited: text };

export const terminalOutputShape = { text };

export const terminalStateShape = { exitCode: whole, duration: amount };

export const editShape = { text, range: object };

export const editRangeShape = {
  startLineNumber: natural,
  startColumn: natural,
  endLineNumber: natural,
  endColumn: natural,
};
