import { shapes } from '../toolbox/shapes.ts';

// What each object of a transcript may hold, field by field, as its readers know it.

const { text, flag, object, anything } = shapes;

export const recordShape = { role: text, message: object };

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
