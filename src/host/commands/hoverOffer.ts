import type { Memento } from 'vscode';

const key = 'editor.hoverOffered';

/**
 * Whether to offer what says on hover who wrote a line: after the first use of the commands that say it,
 * once, unless it is on.
 */
export function takeHoverOffer(memento: Pick<Memento, 'get' | 'update'>, isOn: boolean): boolean {
  if (isOn || memento.get<unknown>(key) === true) {
    return false;
  }
  void memento.update(key, true);
  return true;
}
