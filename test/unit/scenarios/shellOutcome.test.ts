import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ToolResultEvent } from '#core/events/event.ts';
import type { DecodeRecord } from '#core/events/decodedLine.ts';
import { decodeRecord as decodeFen } from '#agents/fen/decode.ts';
import { decodeRecord as decodePi } from '#agents/pi/decode.ts';
import { runs } from '../../support/full.ts';

const source = { line: 1, offset: 0, length: 0 };
const piRule =
  /(?:^|\n\n)(?:Command exited with code (\d{1,9})|(Command aborted|Command timed out after [^\n]*))$/;
const fenRule =
  /(?:^|\n)\[(?:exit (\d{1,9})|(timeout: [^\n]*|signal [^\n]*|exit unknown[^\n]*))\]$/;

function shownBy(decode: DecodeRecord, message: object): ToolResultEvent | undefined {
  const timestamp = '2026-03-15T10:00:07.500Z';
  const record = { type: 'message', id: 'aa', parentId: null, timestamp, message };
  return decode(record, source).events.find((event) => event.kind === 'toolResult');
}

function outcome(rule: RegExp, text: string) {
  const match = rule.exec(text);
  const [, code, error] = match ?? [];
  return {
    output: text.slice(0, match?.index),
    exitCode: code === undefined ? undefined : Number(code),
    error,
  };
}

describe('how a command ended', () => {
  const piece = fc.constantFrom(
    ...['\n', '\n\n', 'x', '\r\n', 'Command exited with code 1', 'Command exited with code ', '12'],
    ...[
      'Command aborted',
      'Command timed out after 5 s',
      ' ',
      '\u2028',
      '[exit 1]',
      '[exit 2',
      ']',
    ],
    ...['[timeout: 5]', '[signal KILL]', '[exit unknown]', '[', 'exit 3]'],
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

  it('is read from the last line of the text alone', () => {
    fc.assert(
      fc.property(text, (answer) => {
        const content = [{ type: 'text', text: answer }];
        const pi = { role: 'toolResult', toolName: 'bash', toolCallId: 'a', content };
        const fen = { role: 'tool-result', 'tool-name': 'bash', 'tool-call-id': 'a', content };
        for (const [decode, message, rule] of [
          [decodePi, pi, piRule],
          [decodeFen, fen, fenRule],
        ] as const) {
          const shown = shownBy(decode, message);
          const { output, exitCode, error } = shown ?? {};
          assert.deepEqual({ output, exitCode, error }, outcome(rule, answer));
        }
      }),
      { seed: 64, numRuns: runs(3_000) },
    );
  });
});
