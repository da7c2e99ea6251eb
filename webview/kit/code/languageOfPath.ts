/** Names without a telling end. */
const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
};

/** The language of a file as the highlighter calls it; empty if its name does not say. */
export function languageOfPath(path: string | undefined): string {
  const name = path?.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  const dot = name.lastIndexOf('.');
  return byName[name] ?? (dot < 0 ? '' : name.slice(dot + 1));
}
