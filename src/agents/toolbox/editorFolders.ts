import { trimEnd } from '#core/text/trimEnd.ts';
import { jsonObjectIn } from './jsonText.ts';
import { pathOf } from './uri.ts';

/** Where VS Code and its relatives each have a folder; undefined without a home. */
export function settingsFolder({
  home,
  platform,
  variables,
}: {
  readonly home: string;
  readonly platform: 'posix' | 'windows';
  readonly variables: Readonly<Record<string, string | undefined>>;
}): string | undefined {
  const base = trimEnd(home.replaceAll('\\', '/'), '/');
  if (base === '') {
    return undefined;
  }
  const shared = variables[platform === 'windows' ? 'APPDATA' : 'XDG_CONFIG_HOME'] ?? '';
  return shared !== ''
    ? shared.replaceAll('\\', '/')
    : platform === 'windows'
      ? `${base}/AppData/Roaming`
      : base.startsWith('/Users/')
        ? `${base}/Library/Application Support`
        : `${base}/.config`;
}

/** A window's folders with `/`. */
export function slashed(
  window: { readonly user: string; readonly storage?: string | undefined } | undefined,
): { readonly user?: string; readonly storage?: string } {
  const { user, storage } = window ?? {};
  return {
    ...(user === undefined ? {} : { user: user.replaceAll('\\', '/') }),
    ...(storage === undefined ? {} : { storage: storage.replaceAll('\\', '/') }),
  };
}

/** In a window's own folder: what it has open. */
export const workspaceFile = {
  name: 'workspace.json',
  cwdIn: (text: string): string | undefined => pathOf(jsonObjectIn(text).folder),
};
