/** The language of a file by its name, as fences name languages; empty for none. */
export function pathLanguage(path: string): string {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : name;
}
