import { shapes } from '../toolbox/fields.ts';

// What each object of the format may hold, field by field. Keys as fen writes them: Lua's, with
// dashes and question marks.

const { text, natural, amount, flag, object, list, anything } = shapes;
/** Dates with dashes for colons, in UTC; see dashedTime.ts. */
const dashedTime = (value: unknown): value is string =>
  text(value) && /^\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d+)?Z?$/.test(value);
/** An empty list is written as an empty object. */
const table = (value: unknown): value is object => object(value) || list(value);

export const entryShape = { type: text, id: text, timestamp: dashedTime, message: object };

export const headerShape = { id: text, cwd: text };

export const messageShape = {
  role: text,
  content: anything,
  'stop-reason': text,
  'error-message': text,
  usage: object,
  'tool-call-id': text,
  'tool-name': text,
  'is-error?': flag,
};

export const blockShape = { type: text, text, thinking: text, id: text, name: text };

export const usageShape = {
  input: amount,
  output: amount,
  'cache-read': amount,
  'cache-write': amount,
};

export const compactionShape = {
  summary: text,
  'first-kept-entry-id': text,
  'tokens-before': natural,
  'tokens-after': natural,
  guidance: text,
  trigger: text,
};

export const extensionStateShape = { extension: text, state: table };
