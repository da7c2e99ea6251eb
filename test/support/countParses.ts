/** Counts `JSON.parse` calls during an action: most of the cost of hostile logs. */
export async function parsesOf(work: () => unknown): Promise<number> {
  const real = JSON.parse;
  let count = 0;
  JSON.parse = (text: string, ...rest: []): unknown => {
    count += 1;
    return real(text, ...rest);
  };
  try {
    await work();
  } finally {
    JSON.parse = real;
  }
  return count;
}
