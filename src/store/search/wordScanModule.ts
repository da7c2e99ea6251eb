/**
 * WebAssembly that searches bytes for a short text, 16 places at a time. It looks for two of the
 * text's bytes and compares the whole text only where both stand. `RegExp` takes ten times as long
 * when case is ignored, and half of that time goes into making a string of the bytes.
 *
 * In the memory, bytes with the bits of `fold` set are compared with `wanted`, so a fold of 0x20
 * ignores the case of a letter: first those of two bytes of the text, each repeated 16 times, then
 * those of the whole text.
 */
export const layout = {
  fold1: 0,
  wanted1: 16,
  fold2: 32,
  wanted2: 48,
  folds: 1_024,
  text: 2_048,
  data: 4_096,
} as const;

/**
 * Exports its `memory`, and `find(from, end, offset1, offset2, length)`: a place before `end`, or -1.
 *
 * @param pages of memory, 64 KB each.
 */
export function wordScanModule(pages: number): Uint8Array {
  const find = section(10, [1, ...sized([2, 3, type.i32, 4, type.v128, ...body()])]);
  const signature = [0x60, 5, ...Array<number>(5).fill(type.i32), 1, type.i32];
  return Uint8Array.from([
    ...[0, ...ascii('asm'), 1, 0, 0, 0],
    ...section(1, [1, ...signature]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, [2, ...name('find'), 0, 0, ...name('memory'), 2, 0]),
    ...find,
  ]);
}

const type = { i32: 0x7f, v128: 0x7b } as const;

/** Numbers of parameters and of what the function keeps. */
const [at, end, offset1, offset2, length, hits, index, start] = [0, 1, 2, 3, 4, 5, 6, 7];
const [fold1, wanted1, fold2, wanted2] = [8, 9, 10, 11];

function body(): readonly number[] {
  return [
    ...[...constant(layout.fold1), ...load16, ...set(fold1)],
    ...[...constant(layout.wanted1), ...load16, ...set(wanted1)],
    ...[...constant(layout.fold2), ...load16, ...set(fold2)],
    ...[...constant(layout.wanted2), ...load16, ...set(wanted2)],
    ...[op.block, op.void],
    ...[op.loop, op.void],
    ...[...get(at), ...get(end), op.greaterOrEqual, op.branchIf, 1],
    // A bit in `hits` for each of 16 places where both bytes stand.
    ...[...get(at), ...get(offset1), op.add, ...load16, ...get(fold1), ...or16, ...get(wanted1)],
    ...equal16,
    ...[...get(at), ...get(offset2), op.add, ...load16, ...get(fold2), ...or16, ...get(wanted2)],
    ...[...equal16, ...and16, ...bits16, ...keep(hits)],
    ...[op.if, op.void],
    ...[op.loop, op.void],
    ...[...get(at), ...get(hits), op.trailingZeros, op.add, ...keep(start)],
    ...[...get(end), op.greaterOrEqual, op.branchIf, 3],
    ...[...constant(0), ...set(index)],
    ...[op.block, op.void],
    ...[op.loop, op.void],
    ...[...get(index), ...get(length), op.equal],
    ...[op.if, op.void, ...get(start), op.return, op.end],
    ...[...get(start), ...get(index), op.add, ...load8(0)],
    ...[...get(index), ...load8(layout.folds), op.or],
    ...[...get(index), ...load8(layout.text), op.differs, op.branchIf, 1],
    ...[...get(index), ...constant(1), op.add, ...set(index), op.branch, 0],
    ...[op.end, op.end],
    // The lowest bit is done.
    ...[...get(hits), ...get(hits), ...constant(1), op.subtract, op.and, ...keep(hits)],
    ...[op.branchIf, 0],
    ...[op.end, op.end],
    ...[...get(at), ...constant(16), op.add, ...set(at), op.branch, 0],
    ...[op.end, op.end],
    ...[...constant(-1), op.end],
  ];
}

const op = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branch: 0x0c,
  branchIf: 0x0d,
  return: 0x0f,
  void: 0x40,
  equal: 0x46,
  differs: 0x47,
  greaterOrEqual: 0x4e,
  trailingZeros: 0x68,
  add: 0x6a,
  subtract: 0x6b,
  and: 0x71,
  or: 0x72,
} as const;

const simd = 0xfd;
const load16 = [simd, 0, 0, 0];
const equal16 = [simd, 0x23];
const and16 = [simd, 0x4e];
const or16 = [simd, 0x50];
const bits16 = [simd, 0x64];

function load8(offset: number): readonly number[] {
  return [0x2d, 0, ...unsigned(offset)];
}

function get(local: number): readonly number[] {
  return [0x20, local];
}

function set(local: number): readonly number[] {
  return [0x21, local];
}

/** Like `set`, and the value stays. */
function keep(local: number): readonly number[] {
  return [0x22, local];
}

/** @param value from -64 to 63. */
function constant(value: number): readonly number[] {
  return [0x41, value & 0x7f];
}

/** A number of any size, seven bits a byte. */
function unsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function section(id: number, content: readonly number[]): readonly number[] {
  return [id, ...sized(content)];
}

function sized(content: readonly number[]): readonly number[] {
  return [...unsigned(content.length), ...content];
}

function name(text: string): readonly number[] {
  return sized(ascii(text));
}

function ascii(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
