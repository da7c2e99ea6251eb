import type { Events } from '#core/events/event.ts';
import { GoFields } from '../toolbox/goFields.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { visibleText } from './messageText.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { contentShape } from './schema.ts';
import { diffOf, shellRunOf, toolCallOf, toolResultOf } from './toolItems.ts';
import { assistantEntry, turnMemoryOf } from './turnMemory.ts';

/**
 * The kinds of Keen's session RFC and of the builds before its first public commit, which wrote one
 * line per item shown. Calls and their ends are separate lines here; core joins them.
 */
const draftKinds = [
  'assistant_message',
  'assistant_interrupted',
  'assistant_segment',
  'reasoning_message',
  'tool_start',
  'tool_end',
  'bash_start',
  'bash_end',
  'diff',
] as const;

type DraftKind = (typeof draftKinds)[number];

export function isDraftKind(kind: string): kind is DraftKind {
  return draftKinds.some((name) => name === kind);
}

export function draftEvents(kind: DraftKind, payload: JsonObject, problems: LineProblems): Events {
  switch (kind) {
    case 'tool_start':
      return [toolCallOf(payload, problems)];
    case 'tool_end':
      return [toolResultOf(payload, problems, false)];
    case 'bash_start':
      return [shellRunOf(payload, problems, 'start')];
    case 'bash_end':
      return [shellRunOf(payload, problems, 'end')];
    case 'diff': {
      const diff = diffOf(payload, problems);
      return diff === undefined ? [] : [diff];
    }
    case 'assistant_message':
    case 'assistant_interrupted':
    case 'assistant_segment':
    case 'reasoning_message':
      return textEvents(
        kind,
        new GoFields(payload, contentShape, kind, problems).text('content'),
        problems,
      );
  }
}

function textEvents(
  kind: 'assistant_message' | 'assistant_interrupted' | 'assistant_segment' | 'reasoning_message',
  content: string,
  problems: LineProblems,
): Events {
  if (kind === 'reasoning_message') {
    return content === '' ? [] : [{ kind: 'thinking', text: content }];
  }
  const text = visibleText(content);
  const shown: Events =
    text === ''
      ? []
      : [
          kind === 'assistant_segment'
            ? { kind: 'assistantText', text, segment: true }
            : { kind: 'assistantText', text },
        ];
  if (kind === 'assistant_segment') {
    return shown;
  }
  const entry = assistantEntry(content, turnMemoryOf(undefined, problems), problems);
  return [
    ...shown,
    ...(kind === 'assistant_interrupted' ? [{ kind: 'interruption' as const }] : []),
    ...(entry === undefined ? [] : [{ kind: 'modelMessage' as const, entry }]),
  ];
}
