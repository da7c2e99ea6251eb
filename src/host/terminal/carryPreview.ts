import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { formatAmount } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { CarryPreview } from '#store/write/carriedSessions.ts';

/** From here on, a model's window may be too small, and each request is dear. */
export const largeTokens = 120_000;
/** Code points of a folder's path: a line end in it would begin a line of the dialog. */
const folderLength = 500;

/** What goes, as what, and what cannot go. */
export function previewText(
  { label }: Pick<AgentAdapter, 'label'>,
  { title, prompts, answers, calls, images, tokens, changes, target }: CarryPreview,
  cwd: string,
): string {
  const counted = [
    plural(prompts, '1 prompt', '{0} prompts'),
    plural(answers, '1 answer', '{0} answers'),
    ...(calls === 0 ? [] : [plural(calls, '1 tool call', '{0} tool calls')]),
    ...(images === 0 ? [] : [plural(images, '1 image', '{0} images')]),
  ].join(', ');
  const notes = [
    t(
      'The new session begins with what a model would get here, without thinking. This one stays as it is.',
    ),
    ...(calls > 0 && target.hidesCalls === true
      ? [t('The model gets the tool calls; {0}’s screen does not show them.', label)]
      : []),
    ...(images > 0 && target.losesImages === true
      ? [plural(images, 'The model does not get 1 image.', 'The model does not get {0} images.')]
      : []),
    ...(changes.missingResults > 0
      ? [
          plural(
            changes.missingResults,
            '1 call has no result; the model is told so.',
            '{0} calls have no result; the model is told so.',
          ),
        ]
      : []),
    ...(changes.renamedTools > 0
      ? [
          plural(
            changes.renamedTools,
            '1 tool gets a name that all providers take.',
            '{0} tools get names that all providers take.',
          ),
        ]
      : []),
    ...(changes.otherFiles > 0
      ? [
          plural(
            changes.otherFiles,
            '1 file is no image; the model is told only its type.',
            '{0} files are no images; the model is told only their types.',
          ),
        ]
      : []),
    ...(tokens > largeTokens ? [t('This may be more than the model takes at once.')] : []),
  ];
  return [
    t('New session: {0}', title),
    t('Conversation: {0}; about {1} tokens', counted, formatAmount(tokens)),
    t('Folder: {0}', oneLine(cwd, folderLength)),
    '',
    notes.join(' '),
  ].join('\n');
}
