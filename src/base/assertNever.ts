/** Ends an exhaustive switch: the compiler refuses a call with anything left over. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
