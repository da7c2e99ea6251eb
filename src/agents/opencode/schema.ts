import { shapes } from '../toolbox/fields.ts';

// What each object of the format may hold, field by field, as opencode wrote it from 1.14 to 1.18.33.

const { text, amount, natural, whole, flag, object, list, anything } = shapes;

export const recordShape = { info: object, parts: list, compaction: object, revert: object };

export const sessionShape = {
  id: text,
  parentID: text,
  directory: text,
  title: text,
  forkID: text,
  copied: natural,
  metadata: object,
  time: object,
};

export const timeShape = {
  created: natural,
  archived: natural,
  start: amount,
  end: amount,
  compacted: amount,
};

export const revertShape = { messageID: text, partID: text };

export const infoShape = {
  id: text,
  role: text,
  time: object,
  parentID: text,
  summary: anything,
  finish: text,
  error: object,
  cost: amount,
  tokens: object,
};

export const errorShape = { name: text, data: object };

export const errorDataShape = { message: text };

export const partShape = {
  id: text,
  type: text,
  text,
  name: text,
  synthetic: flag,
  ignored: flag,
  mime: text,
  filename: text,
  url: text,
  callID: text,
  tool: text,
  state: object,
  prompt: text,
  error: object,
  cost: amount,
  tokens: object,
};

export const compactionShape = { auto: flag, tail_start_id: text };

export const tokensShape = { input: amount, output: amount, reasoning: amount, cache: object };

export const cacheShape = { read: amount, write: amount };

export const stateShape = {
  status: text,
  input: anything,
  output: text,
  error: text,
  metadata: object,
  time: object,
  attachments: list,
};

export const metadataShape = {
  output: text,
  exit: whole,
  truncated: flag,
  interrupted: flag,
  diff: text,
  files: list,
  results: list,
  answers: list,
  exists: flag,
  sessionId: text,
  sessionID: text,
};

export const fileDiffShape = { file: text, filePath: text, patch: text, diff: text };
