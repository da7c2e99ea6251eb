import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keenWriter } from '#agents/keen/write/keenWriter.ts';
import { entriesOf } from '#core/conversation/entriesOf.ts';
import type { SessionEvent } from '#core/events/event.ts';
import type { NewTurn, TurnItem } from '#core/events/newEvent.ts';
import { decoded, strict, written } from './writtenLines.ts';
import { runs } from '../../../../support/full.ts';

/** Any text with a UTF-8 form, including HTML and unusual whitespace. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<b>&amp;</b>', 'a\u2028b\u2029', 'Größe 😀\n', '\0\u0007\u001b[1m', ' '),
  )
  .map((value) => value.replace(/\p{Surrogate}/gu, '?'));
const someText = text.filter((value) => value.trim() !== '');
const input = fc
  .dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  })
  .filter((value) => Object.keys(value).length > 0)
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
const durationNs = fc.integer({ min: 1, max: 10 ** 12 });
const item: fc.Arbitrary<TurnItem> = fc.oneof(
  someText.map((value) => ({ kind: 'assistantText' as const, text: value })),
  someText.map((value) => ({ kind: 'thinking' as const, text: value })),
  fc.record({ kind: fc.constant('toolCall' as const), name: someText, input }),
  fc.record(
    {
      kind: fc.constant('toolResult' as const),
      name: someText,
      input,
      output: fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null),
      error: someText,
      durationNs,
      retained: text,
    },
    { requiredKeys: ['kind', 'name'] },
  ),
  fc.record(
    {
      kind: fc.constant('shellRun' as const),
      command: someText,
      summary: someText,
      output: someText,
      error: someText,
      durationNs,
      retained: text,
    },
    { requiredKeys: ['kind', 'command', 'durationNs'] },
  ),
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(
          'context' as const,
          'added' as const,
          'removed' as const,
          'hunk' as const,
        ),
        oldLine: fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined }),
        newLine: fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined }),
        text: text.map((value) => value.replace(/\r?\n?$/, '').replace(/[\r\n]+$/, '')),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((lines) => ({ kind: 'diff' as const, lines })),
);
const turn: fc.Arbitrary<NewTurn> = fc
  .record({
    kind: fc.constant('turn' as const),
    items: fc.array(item, { maxLength: 8 }),
    outcome: fc.oneof(
      fc.constantFrom({ type: 'done' as const }, { type: 'interrupted' as const }),
      someText.map((message) => ({ type: 'error' as const, message })),
    ),
  })
  // Objects with a prototype, like the reader's.
  .map((value) => structuredClone(value));

/** A turn as a reader must see it: items with adjacent texts merged, and its outcome. */
function expectedEvents({ items, outcome }: NewTurn): SessionEvent[] {
  const events: SessionEvent[] = [];
  for (const each of items) {
    const last = events.at(-1);
    if (each.kind === 'assistantText' || each.kind === 'thinking') {
      if (last?.kind === each.kind) {
        events[events.length - 1] = { kind: each.kind, text: last.text + each.text };
      } else {
        events.push({ kind: each.kind, text: each.text });
      }
    } else if (each.kind === 'toolResult') {
      events.push({ ...shown(each), standsAlone: true });
    } else if (each.kind === 'shellRun') {
      events.push({ ...shown(each), phase: 'whole' });
    } else {
      events.push(each);
    }
  }
  if (outcome.type === 'interrupted') {
    events.push({ kind: 'interruption' });
  } else if (outcome.type === 'error') {
    events.push({ kind: 'error', message: outcome.message });
  }
  return events;
}

/** Without model-only data. */
function shown<T extends { readonly retained?: string }>(event: T): Omit<T, 'retained'> {
  const { retained, ...rest } = event;
  assert.ok(retained === undefined || typeof retained === 'string');
  return rest;
}

const properties = { seed: 20264, numRuns: runs(400) };

describe('what is written to a transcript', () => {
  it('is read by a strict reader, line by line and word by word', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            turn,
            text.map((value) => ({ kind: 'userMessage' as const, text: value })),
          ),
        ),
        (events) => {
          const session = strict(written(events));
          assert.deepEqual(session.skipped, []);
          assert.deepEqual(
            session.events.map(({ seq }) => seq),
            [1, ...events.map((_, index) => index + 2)],
          );
          events.forEach((event, index) => {
            const read = session.events[index + 1];
            if (event.kind === 'userMessage') {
              assert.deepEqual(read?.payload, { content: event.text });
            } else {
              const message = event.items
                .flatMap((each) => (each.kind === 'assistantText' ? [each.text] : []))
                .join('');
              assert.equal(read?.payload?.message ?? '', message);
              assert.equal(
                read?.payload?.interrupted ?? false,
                event.outcome.type === 'interrupted',
              );
            }
          });
        },
      ),
      properties,
    );
  });

  it('is replayed as it was shown', () => {
    fc.assert(
      fc.property(turn, (event) => {
        const { events, problems } = decoded(keenWriter.line(event, 2, undefined));
        assert.deepEqual(problems, []);
        assert.deepEqual(
          events.filter(({ kind }) => kind !== 'modelMessage'),
          expectedEvents(event),
        );
      }),
      properties,
    );
  });

  it('tells the model each ended call at its place, and retained results word for word', () => {
    fc.assert(
      fc.property(turn, (event) => {
        const { events } = decoded(keenWriter.line(event, 2, undefined));
        const segments = events.flatMap(entriesOf).flatMap((entry) => entry.segments);
        let text = '';
        const calls: unknown[] = [];
        for (const each of event.items) {
          if (each.kind === 'assistantText') {
            text += each.text;
          } else if (each.kind === 'toolResult' || each.kind === 'shellRun') {
            const name = each.kind === 'toolResult' ? each.name : 'bash';
            const status = each.error === undefined ? 'success' : 'error';
            calls.push([text, name, each.retained ?? JSON.stringify({ status })]);
          }
        }
        let told = '';
        const toldCalls: unknown[] = [];
        for (const segment of segments) {
          if (segment.type === 'text') {
            told += segment.text;
          } else if (segment.type === 'calls') {
            toldCalls.push(...segment.calls.map((call) => [told, call.name, call.result]));
          }
        }
        assert.equal(told, text);
        assert.deepEqual(toldCalls, calls);
      }),
      properties,
    );
  });

  it('knows no keys but those of the format', () => {
    const known = new Set(
      'seq kind user_message content assistant_turn transcript message turn_memory interrupted error tool_start tool_end bash diff name input output duration_ns command summary lines Kind OldLineNum NewLineNum Content tool_activity text_offset tool status exit_code retained_output verbatim compaction_applied messages Role TurnMemory'.split(
        ' ',
      ),
    );
    const keysOf = (value: unknown, under: string): string[] =>
      typeof value !== 'object' ||
      value === null ||
      ['input', 'output', 'retained_output'].includes(under)
        ? []
        : Array.isArray(value)
          ? value.flatMap((each) => keysOf(each, under))
          : Object.entries(value).flatMap(([key, each]) => [key, ...keysOf(each, key)]);
    fc.assert(
      fc.property(turn, (event) => {
        // Other data from the caller, such as a permission or model, cannot get into the log.
        const more = { ...event, model: 'm', provider: 'p', permission: 'allow' };
        const line: unknown = JSON.parse(keenWriter.line(more, 2, undefined));
        assert.deepEqual(
          keysOf(line, '').filter((key) => !known.has(key)),
          [],
        );
      }),
      { ...properties, numRuns: runs(100) },
    );
  });
});
