import { formatBytes } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import type { Deletion, DeletionPlan } from '#protocol/storage.ts';
import { ask } from '../vscode/notification.ts';

/** Sessions that a question names; as in VS Code's Explorer. */
const mostNamed = 10;

/** The questions to the user before anything is deleted. */
export interface DeletionDialogs {
  confirm(plan: DeletionPlan, hasTrash: boolean): Promise<boolean>;
  /** The trash does not take it. */
  confirmPermanent(): Promise<boolean>;
}

export const askInWindow: DeletionDialogs = { confirm, confirmPermanent };

/** Asks as VS Code's Explorer does. */
async function confirm(plan: DeletionPlan, hasTrash: boolean): Promise<boolean> {
  const { deletions, copies } = plan;
  const titles = [...deletions, ...copies].map(({ title }) => title);
  const [title = ''] = titles;
  const question =
    titles.length > 1
      ? plural(titles.length, 'Delete 1 session?', 'Delete {0} sessions?')
      : copies.length > 0
        ? t('Delete the kept copy of “{0}”?', title)
        : t('Delete the session “{0}”?', title);
  const named = titles.length > 1 ? titles.slice(0, mostNamed) : [];
  const more = named.length === 0 ? 0 : titles.length - named.length;
  const detail = [
    [
      ...named.map((each) => `“${each}”`),
      ...(more > 0 ? [plural(more, '…and 1 more', '…and {0} more')] : []),
    ].join('\n'),
    [...whatGoes(deletions), ...copiesGo(copies.length, deletions.length)].join(' '),
    deletions.length === 0
      ? ''
      : hasTrash
        ? restorable(filesOf(deletions))
        : t('This action is irreversible!'),
    sentencesOf(plan),
  ];
  const text = detail.filter((part) => part !== '').join('\n\n');
  const button = hasTrash && deletions.length > 0 ? trashButton() : t('Delete');
  return (await ask('warning', question, text, { title: button })) === button;
}

function whatGoes(deletions: readonly Deletion[]): readonly string[] {
  const sum = (count: (deletion: Deletion) => number) =>
    deletions.reduce((total, each) => total + count(each), 0);
  const files = filesOf(deletions);
  const size = formatBytes(sum(({ all }) => all.bytes));
  const subAgents = sum((each) => each.subAgents.files);
  const copies = deletions.filter(({ hasCopy }) => hasCopy).length;
  return [
    ...(files === 0
      ? []
      : subAgents === 0
        ? [plural(files, '{1} in 1 file.', '{1} in {0} files.', size)]
        : [
            plural(
              subAgents,
              '{1} in {2} files, with those of 1 sub-agent.',
              '{1} in {2} files, with those of {0} sub-agents.',
              size,
              files,
            ),
          ]),
    ...(sum(({ shared }) => shared) > 0 ? [t('Files that other sessions need stay.')] : []),
    ...(copies > 0 ? [plural(copies, '1 kept copy stays.', '{0} kept copies stay.')] : []),
  ];
}

function filesOf(deletions: readonly Deletion[]): number {
  return deletions.reduce((sum, { all }) => sum + all.files, 0);
}

function copiesGo(copies: number, deletions: number): readonly string[] {
  return copies === 0
    ? []
    : [
        deletions === 0
          ? t('Kept copies are deleted permanently.')
          : plural(
              copies,
              '1 of them is a kept copy, which is deleted permanently.',
              '{0} of them are kept copies, which are deleted permanently.',
            ),
      ];
}

/** Each on a line. */
export function sentencesOf({ refused }: Pick<DeletionPlan, 'refused'>): string {
  const sentences = [...new Set(refused.map(({ sentence }) => sentence))];
  const more = sentences.length - mostNamed;
  return [
    ...sentences.slice(0, mostNamed),
    ...(more > 0 ? [plural(more, '…and 1 more stays.', '…and {0} more stay.')] : []),
  ].join('\n');
}

async function confirmPermanent(): Promise<boolean> {
  const button = t('Delete Permanently');
  const question =
    process.platform === 'win32'
      ? t('Failed to delete using the Recycle Bin. Do you want to permanently delete instead?')
      : t('Failed to delete using the Trash. Do you want to permanently delete instead?');
  const detail = t('This action is irreversible!');
  return (await ask('warning', question, detail, { title: button })) === button;
}

function trashButton(): string {
  return process.platform === 'win32' ? t('Move to Recycle Bin') : t('Move to Trash');
}

function restorable(files: number): string {
  return process.platform === 'win32'
    ? plural(
        files,
        'You can restore this file from the Recycle Bin.',
        'You can restore these files from the Recycle Bin.',
      )
    : plural(
        files,
        'You can restore this file from the Trash.',
        'You can restore these files from the Trash.',
      );
}
