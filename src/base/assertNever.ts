/** Ends an exhaustive switch: the compiler rejects the call if any case is left over. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
