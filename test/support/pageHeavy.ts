import type { Row } from '#core/rows/row.ts';
import { assistantRow, diffRow, long, shellRow, toolRow, userRow } from './pageSamples.ts';

const code = (at: number, lines: number) =>
  Array.from({ length: lines }, (_, line) =>
    line % 7 === 6
      ? `  // step ${line}: what was read is kept until it is asked for`
      : `  const value${line} = await readPart(source, { start: ${at + line}, end: ${line * 64} });`,
  ).join('\n');

const section = (at: number, number: number) =>
  `## Step ${number}

The reader takes **part ${at}** and \`looks\` at its *first* line, see [the notes](https://example.com/notes/${number}). ${'It goes on until nothing is left to be read, and then says so. '.repeat(4)}

- one thing that is \`done\`
- another one that is **not**

\`\`\`ts
export async function part${number}(source: Source) {
${code(at, 12)}
}
\`\`\`

| File | Before | After |
| --- | --: | --: |
| part${at}.ts | ${number} | ${number * 2} |
`;

const esc = '\u001b';
const output = (at: number) =>
  Array.from(
    { length: 40 },
    (_, line) => `${esc}[32mok${esc}[0m  src/part${at}.test.ts ${esc}[2m(${line} ms)${esc}[0m`,
  ).join('\n');

const patch = (at: number) =>
  [
    '@@ -1,20 +1,40 @@',
    ...Array.from({ length: 40 }, (_, line) =>
      line % 2 === 0 ? `-  old(${at}, ${line});` : `+  fresh(${at}, ${line}); // and why`,
    ),
  ].join('\n');

/** Sections of an answer: mostly a page of text, occasionally as much as a row can hold. */
const sections = [2, 4, 3, 30, 5, 2, 8, 3];

/** One of many rows as expensive to draw as rows of real work can be. */
export function heavyRow(at: number): Row {
  const id = { id: `${at + 1}.0` };
  switch (at % 6) {
    case 0:
      return userRow(`Question ${at}: what about part ${at}?`, id);
    case 1:
      return {
        ...shellRow(`npm test -- part${at}`, { output: long(output(at)) }),
        ...id,
      };
    case 2:
      return toolRow('read_file', { title: `src/part${at}.ts`, ...id });
    case 3:
      return { ...diffRow(`src/part${at}.ts`, patch(at)), ...id };
    default: {
      const count = sections[Math.floor(at / 6) % sections.length] ?? 1;
      const text = Array.from({ length: count }, (_, number) => section(at, number)).join('\n');
      return assistantRow(`Answer ${at}.\n\n${text}`.slice(0, 32_000), id);
    }
  }
}
