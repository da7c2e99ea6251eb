import { plural, t } from '#base/l10n.ts';

/** What an event says: in the log's own words, or in ours. */
export type Words = string | Phrase;

/**
 * What this product says of a session where the log has no words for it: a code and its values.
 * Only readers turn it into words, so that decoding does not depend on their language.
 */
export type Phrase =
  | { readonly code: PlainCode }
  | { readonly code: NamedCode; readonly name: string }
  | { readonly code: CountedCode; readonly count: number }
  | { readonly code: 'attachedAll'; readonly names: readonly string[] }
  | { readonly code: 'withImages'; readonly text: string; readonly count: number }
  | {
      readonly code: 'systemPrompt';
      readonly sections: readonly string[];
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /** Without `before`, it was created; without `after`, deleted. */
  | {
      readonly code: 'movedFiles';
      readonly files: readonly { readonly before?: string; readonly after?: string }[];
    }
  | UnexpectedValue;

type PlainCode =
  | 'answerCutOff'
  | 'blockWithoutType'
  | 'callNotObject'
  | 'callWithoutPlace'
  | 'chatWithoutStart'
  | 'compactedNotObject'
  | 'compactionIgnored'
  | 'contextCleared'
  | 'diffLineNotObject'
  | 'encryptedReasoning'
  | 'fileTree'
  | 'itemNotObject'
  | 'itemWithoutKind'
  | 'lineWithoutKind'
  | 'lineWithoutType'
  | 'messageBlockNotObject'
  | 'messageWithoutRole'
  | 'metadataNotObject'
  | 'nestedCallNotObject'
  | 'noMessage'
  | 'notAllowed'
  | 'requestFailed'
  | 'requestUndone'
  | 'resumesWithAllMessages'
  | 'reviewEnded'
  | 'reviewStarted'
  | 'summarizedElsewhere'
  | 'thinkingNotKept'
  | 'toolFailed'
  | 'undoneFromHere'
  | 'waitsForProvider';

type NamedCode =
  | 'agent'
  | 'attached'
  | 'beginningIsIn'
  | 'editedNotebook'
  | 'entryNotObject'
  | 'guidance'
  | 'itemWithoutContent'
  | 'kindWithoutContent'
  | 'messageFrom'
  | 'model'
  | 'notCompacted'
  | 'pullRequest'
  | 'skill'
  | 'unknownDiffLine'
  | 'unknownRole';

type CountedCode =
  | 'attachedImages'
  | 'images'
  | 'oldestTakenOut'
  | 'turnsTakenOut'
  | 'unreadChanges'
  | 'unreadMessages';

interface UnexpectedValue {
  readonly code: 'unexpectedValue';
  readonly field: string;
  readonly type: 'text' | 'longText' | 'number' | 'boolean' | 'list' | 'object';
  /** Of a text, a number or a boolean. */
  readonly value: string;
}

/** The words in the reader's language; the log's own stay. */
export function wordsText(words: Words): string {
  return typeof words === 'string' ? words : phraseText(words);
}

function phraseText(phrase: Phrase): string {
  switch (phrase.code) {
    case 'answerCutOff':
      return t('The answer was cut off at the model’s limit.');
    case 'blockWithoutType':
      return t('block without a type');
    case 'callNotObject':
      return t('A tool call is not an object.');
    case 'callWithoutPlace':
      return t(
        'A stored tool call has no valid place in its message. As in Keen, the model does not get it.',
      );
    case 'chatWithoutStart':
      return t('The beginning of the chat is missing.');
    case 'compactedNotObject':
      return t('A compacted message is not an object.');
    case 'compactionIgnored':
      return t('The compaction has no summary or does not say what it keeps, so fen ignores it.');
    case 'contextCleared':
      return t('The context was cleared.');
    case 'diffLineNotObject':
      return t('A diff line is not an object.');
    case 'encryptedReasoning':
      return t('The reasoning is encrypted.');
    case 'fileTree':
      return t('File tree');
    case 'itemNotObject':
      return t('A transcript item is not an object.');
    case 'itemWithoutKind':
      return t('item without a kind');
    case 'lineWithoutKind':
      return t('line without a kind');
    case 'lineWithoutType':
      return t('line without a type');
    case 'messageBlockNotObject':
      return t('A message block is not an object.');
    case 'messageWithoutRole':
      return t('message without a role');
    case 'metadataNotObject':
      return t('The entry’s metadata is not a JSON object.');
    case 'nestedCallNotObject':
      return t('A nested call is not an object.');
    case 'noMessage':
      return t('The line is a message but contains none.');
    case 'notAllowed':
      return t('You did not allow it to run.');
    case 'requestFailed':
      return t('The request failed.');
    case 'requestUndone':
      return t('This request was undone.');
    case 'resumesWithAllMessages':
      return t('When agent resumes this session, it sends all messages instead of the summary.');
    case 'reviewEnded':
      return t('Review ended');
    case 'reviewStarted':
      return t('Review started');
    case 'summarizedElsewhere':
      return t('Cursor summarized what came before. It does not store what it kept.');
    case 'thinkingNotKept':
      return t('Thinking that Cursor does not keep.');
    case 'toolFailed':
      return t('The tool failed.');
    case 'undoneFromHere':
      return t('Undone from here on: no longer part of the conversation.');
    case 'waitsForProvider':
      return t('The provider will answer later.');
    case 'agent':
      return t('Agent: {0}', phrase.name);
    case 'attached':
      return t('Attached {0}', phrase.name);
    case 'beginningIsIn':
      return t('What was said before is not there: it was in {0}.', phrase.name);
    case 'editedNotebook':
      return t('Edited notebook {0}', phrase.name);
    case 'entryNotObject':
      return t('An entry of “{0}” is not an object. The model does not get it.', phrase.name);
    case 'guidance':
      return t('Guidance: {0}', phrase.name);
    case 'itemWithoutContent':
      return t('A transcript item is of kind “{0}” but has no content.', phrase.name);
    case 'kindWithoutContent':
      return t('The line is of kind “{0}” but has no content.', phrase.name);
    case 'messageFrom':
      return t('message from “{0}”', phrase.name);
    case 'model':
      return t('Model: {0}', phrase.name);
    case 'notCompacted':
      return t('The conversation was not compacted and continues unchanged: {0}', phrase.name);
    case 'pullRequest':
      return t('Pull request: {0}', phrase.name);
    case 'skill':
      return t('Skill: {0}', phrase.name);
    case 'unknownDiffLine':
      return t('A diff line is of the unknown kind {0}.', phrase.name);
    case 'unknownRole':
      return t(
        'A compacted message has the unknown role “{0}”. As in Keen, the model does not get it.',
        phrase.name,
      );
    case 'attachedImages':
      return t('Attached {0}', imagesText(phrase.count));
    case 'images':
      return imagesText(phrase.count);
    case 'oldestTakenOut':
      return plural(
        phrase.count,
        'The oldest message was taken out of the context.',
        'The oldest {0} messages were taken out of the context.',
      );
    case 'turnsTakenOut':
      return plural(
        phrase.count,
        'The last turn was taken out of the context.',
        'The last {0} turns were taken out of the context.',
      );
    case 'unreadChanges':
      return plural(
        phrase.count,
        '1 change of the chat cannot be read. What follows it may be incomplete.',
        '{0} changes of the chat cannot be read. What follows them may be incomplete.',
      );
    case 'unreadMessages':
      return plural(
        phrase.count,
        '1 message of the chat cannot be read.',
        '{0} messages of the chat cannot be read.',
      );
    case 'attachedAll':
      return t('Attached: {0}', phrase.names.join(', '));
    case 'withImages':
      return `${phrase.text}[${plural(phrase.count, '1 image', '{0} images')}]`;
    case 'systemPrompt':
      return [
        t('System prompt'),
        ...listed(phrase.sections, (names) => t('sections: {0}', names)),
        ...listed(phrase.added, (names) => t('tools added: {0}', names)),
        ...listed(phrase.removed, (names) => t('tools removed: {0}', names)),
      ].join('; ');
    case 'movedFiles':
      return phrase.files
        .map(({ before, after }) =>
          before === undefined
            ? t('Created {0}', after ?? '')
            : after === undefined
              ? t('Deleted {0}', before)
              : t('Renamed {0} to {1}', before, after),
        )
        .join('\n');
    case 'unexpectedValue':
      return t('Unexpected value for “{0}”: {1}.', phrase.field, valueText(phrase));
  }
}

function imagesText(count: number): string {
  return count === 1 ? t('Image') : plural(count, '1 image', '{0} images');
}

function listed(names: readonly string[], text: (names: string) => string): readonly string[] {
  return names.length === 0 ? [] : [text(names.join(', '))];
}

function valueText({ type, value }: UnexpectedValue): string {
  switch (type) {
    case 'text':
      return t('text “{0}”', value);
    case 'longText':
      return t('long text');
    case 'number':
      return t('number {0}', value);
    case 'boolean':
      return value;
    case 'list':
      return t('list');
    case 'object':
      return t('object');
  }
}
