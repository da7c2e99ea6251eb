/** A model with whose it is, as far as a record names them. */
export function qualifiedModel(provider: unknown, model: unknown): string | undefined {
  if (typeof model !== 'string' || model === '') {
    return undefined;
  }
  return typeof provider === 'string' && provider !== '' && !model.startsWith(`${provider}/`)
    ? `${provider}/${model}`
    : model;
}
