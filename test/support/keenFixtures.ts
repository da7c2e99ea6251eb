import { fixtureFiles, type Fixture } from './fixtures.ts';

/** Keen logs from the fixtures folder, and those whose bytes a text file could not preserve. */
export function keenFixtures(): readonly Fixture[] {
  return [...fixtureFiles('keen'), ...damagedFixtures()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lines in Keen's format: `session_started`, then the given ones, with `seq` incremented. */
export function keenLog(...payloads: readonly Readonly<Record<string, unknown>>[]): string {
  const start = {
    session_started: {
      session_id: '3f0c2b1e-7a54-4c0e-9d5b-0b6f1f1e2a77',
      created_at: '2026-07-20T09:15:04.123456789Z',
      cwd: '/home/user/project',
    },
  };
  return [start, ...payloads].map((payload, index) => keenLine(index + 1, payload)).join('');
}

export function keenLine(seq: number, payload: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ seq, kind: Object.keys(payload)[0], ...payload })}\n`;
}

const user = (content: string) => ({ user_message: { content } });
const answer = (content: string) => ({
  assistant_turn: { transcript: [{ kind: 'text', content }], message: content },
});

/** Content that git, an editor or a formatter might fix, so it is generated here, byte by byte. */
function damagedFixtures(): readonly Fixture[] {
  const plain = keenLog(user('Question'), answer('Answer'));
  const long = keenLog(user('Question'), answer('An answer that was being written 👍'));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const cut = utf8(long);
  return [
    { name: 'damaged/byteOrderMark', bytes: utf8(`\uFEFF${plain}`) },
    { name: 'damaged/windowsLineEnds', bytes: utf8(plain.replaceAll('\n', '\r\n')) },
    { name: 'damaged/noLastLineEnd', bytes: utf8(plain.trimEnd()) },
    { name: 'damaged/tornLastLine', bytes: cut.subarray(0, cut.length - 40) },
    { name: 'damaged/tornInCharacter', bytes: cut.subarray(0, cut.indexOf(0xf0) + 2) },
    {
      // A crash leaves blocks of NUL where the file had grown but was not yet written.
      name: 'damaged/nulBytes',
      bytes: utf8(`${plain}${'\0'.repeat(64)}${keenLine(4, user('After the crash'))}`),
    },
    {
      name: 'damaged/invalidUtf8',
      bytes: replaced(utf8(keenLog(user('Latin-1: na#ve caf#'), answer('Fine'))), '#', 0xe9),
    },
    {
      // CESU-8: both halves of a surrogate pair in three bytes each, as some converters write.
      name: 'damaged/surrogateBytes',
      bytes: replaced(utf8(keenLog(user('Half: @@@'), answer('Fine'))), '@@@', 0xed, 0xa0, 0xbd),
    },
    { name: 'damaged/onlyGarbage', bytes: utf8('not\na\nlog\n') },
    { name: 'damaged/blankLines', bytes: utf8(`\n\n${plain.replaceAll('\n', '\n \t\n')}\n`) },
  ];
}

/** Replaces every `mark` (ASCII, of the same length) with `bytes`. */
function replaced(text: Uint8Array, mark: string, ...bytes: readonly number[]): Uint8Array {
  const found = new TextEncoder().encode(mark);
  const result = Uint8Array.from(text);
  for (let at = 0; at + found.length <= result.length; at += 1) {
    if (found.every((byte, index) => text[at + index] === byte)) {
      result.set(bytes, at);
    }
  }
  return result;
}
