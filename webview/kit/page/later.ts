/** Runs something after a time in ms, unless the returned function is called before. */
export type Later = (run: () => void, ms: number) => () => void;

export const later: Later = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
