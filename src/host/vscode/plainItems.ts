import type { QuickPickItem } from 'vscode';
import { withoutIcons } from '#core/text/inertText.ts';

/**
 * Choices for a Quick Pick, which draws `$(name)` as an icon in all texts of an item. They may come from
 * logs, files and settings, so they cannot become icons; ours are an item's `iconPath`.
 */
export function plainItems<Item extends QuickPickItem>(items: readonly Item[]): Item[] {
  return items.map((item) => ({
    ...item,
    label: withoutIcons(item.label),
    ...(item.description === undefined ? {} : { description: withoutIcons(item.description) }),
    ...(item.detail === undefined ? {} : { detail: withoutIcons(item.detail) }),
  }));
}
