import { Random } from '../random.ts';

/** Characters of a corpus; longer cuts repeat it. */
const corpusLength = 1024 * 1024;

/**
 * Prose, code and terminal output of any length, cut from a few texts that are built once. They
 * contain what makes real logs slow to read: escapes, long lines, and occasional non-ASCII
 * characters, which double a string's memory.
 */
export class Texts {
  readonly #prose: string;
  readonly #code: string;
  readonly #terminal: string;
  #names = 0;

  constructor(private readonly random: Random) {
    this.#prose = corpus(() => proseLine(random));
    this.#code = corpus(() => codeLine(random));
    this.#terminal = corpus(() => terminalLine(random));
  }

  prose(length: number): string {
    return this.#cut(this.#prose, length);
  }

  code(length: number): string {
    return this.#cut(this.#code, length);
  }

  terminal(length: number): string {
    return this.#cut(this.#terminal, length);
  }

  path(): string {
    return `src/${word(this.random)}/${word(this.random)}.ts`;
  }

  command(): string {
    return this.random.pick(commands);
  }

  /** A name that comes once in two hundred calls. */
  rareName(): string {
    this.#names += 1;
    return rareName(this.#names % 200);
  }

  /** Cuts between lines, so that no surrogate pair is split. */
  #cut(text: string, about: number): string {
    const length = Math.ceil(about);
    let from = text.indexOf('\n', this.random.below(text.length / 2)) + 1;
    let cut = '';
    while (cut.length < length) {
      cut += text.slice(from, from + length - cut.length);
      from = 0;
    }
    const last = cut.charCodeAt(cut.length - 1);
    return last >= 0xd800 && last < 0xdc00 ? `${cut.slice(0, -1)}.` : cut;
  }
}

export function rareName(index: number): string {
  return `resolveQuartz${String(index).padStart(3, '0')}`;
}

function corpus(nextLine: () => string): string {
  const lines: string[] = [];
  for (let length = 0; length < corpusLength;) {
    const line = nextLine();
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

function proseLine(random: Random): string {
  if (random.chance(0.15)) {
    return '';
  }
  const sentence = Array.from({ length: 6 + random.below(18) }, () => word(random)).join(' ');
  const mark = random.chance(0.08) ? random.pick(marks) : '';
  return `${mark}${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function codeLine(random: Random): string {
  const [a, b, c] = [word(random), word(random), word(random)];
  const line = random.pick([
    '',
    `if (${a}.${b} > ${random.below(1000)} && !${c}) {`,
    `const ${a} = await ${b}("${c}", { ${a}: '${b}' });`,
    `// ${random.chance(0.03) ? random.pick(marks) : ''}${a} ${b} ${c}`,
    `return <${a} ${b}="${c}">{${a}.map((${b}) => ${b}.${c})}</${a}>;`,
    '}',
  ]);
  return line === '' ? '' : ' '.repeat(2 * random.below(5)) + line;
}

function terminalLine(random: Random): string {
  const name = `${word(random)}/${word(random)}`;
  return random.pick([
    `\u001b[32mok\u001b[0m  \t${name}\t${random.below(10_000) / 1000}s`,
    `${name}.ts(${random.below(900)},${random.below(80)}): error TS2322: Type '${word(random)}'`,
    `  ${random.chance(0.2) ? '✓' : '-'} ${word(random)} ${word(random)} (${random.below(90)} ms)`,
    `-rw-r--r-- 1 user user ${String(random.below(99_999)).padStart(6)} Jul 20 09:15 ${name}`,
  ]);
}

const marks = ['→ ', '— ', '“Note” ', '日本語の説明。', '👍 ', 'é ', '• '] as const;

const commands = [
  'go test ./...',
  'npm test -- --grep=reader',
  'git status --short && git diff --stat',
  'rg -n "TODO" src | head -50',
  'ls -la',
] as const;

const syllables = 'se re in to par win file val bran mes ren up ca be quest off line buf'.split(
  ' ',
);

/** A few thousand plausible words, made of syllables. */
const words = vocabulary();

function vocabulary(): readonly [string, ...string[]] {
  const random = new Random(4_000);
  const made = new Set<string>(['the']);
  while (made.size < 4_000) {
    const count = 1 + random.below(4);
    made.add(Array.from({ length: count }, () => syllables[random.below(18)]).join(''));
  }
  return ['a', ...made];
}

/** Zipf's law: the tenth word is a tenth as frequent as the first. */
function word(random: Random): string {
  return words[Math.floor(words.length ** random.next()) - 1] ?? words[0];
}
