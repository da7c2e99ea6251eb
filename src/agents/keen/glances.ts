import type { LineGlance, LineGlances } from '../adapter.ts';

/** An answer as Go writes it: long, and for the list only a number. */
const answer = /^\{"seq":(0|[1-9]\d{0,14}),"kind":"assistant_turn","assistant_turn":\{"/;

export const glances: LineGlances = {
  mark: '{"seq":',
  read: (start, end): LineGlance | undefined => {
    const seq = end.endsWith('}}') ? answer.exec(start)?.[1] : undefined;
    return seq === undefined ? undefined : { seq: Number(seq) };
  },
};
