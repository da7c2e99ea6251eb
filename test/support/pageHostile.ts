import type { Row } from '#core/replay/row.ts';
import {
  assistantRow,
  compactionRow,
  diffRow,
  errorRow,
  long,
  noticeRow,
  problemRow,
  shellRow,
  thinkingRow,
  toolRow,
  unknownRow,
  userRow,
} from './pageSamples.ts';

/** Text that would run, load or deceive if any part of the page took it for more than text. */
export const hostileTexts: readonly string[] = [
  '<script>pwned=1</script><img src=x onerror="pwned=1"><svg onload="pwned=1"></svg>',
  '<style>*{display:none}</style><iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '[run](javascript:pwned=1) [command](command:workbench.action.quit) [code](vscode://file/etc/passwd)',
  '![x](http://127.0.0.1:9/beacon.png) ![y](data:image/svg+xml,<svg onload=pwned=1>) <http://a.b>',
  '[ok](https://example.com/a?b=1&amp;c=2) [mail](mailto:a@b.c) [file](file:///etc/passwd) [rel](../x)',
  '[x]: javascript:pwned=1\n\n[x] and <a href="javascript:pwned=1" style="position:fixed">click</a>',
  'access \u202elevel = "user"\u202c if (isAdmin) \u2066 begin \u2069',
  '\u001b[31mred\u001b[0m \u001b]8;;javascript:pwned=1\u0007link\u001b]8;;\u0007 \u001b]0;title\u0007 \u001b[2J\u001b[H',
  `${'>'.repeat(20_000)} deep`,
  `${'- '.repeat(5_000)}deep`,
  '***a** '.repeat(4_000),
  '['.repeat(30_000),
  'x'.repeat(32_000),
  `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n|${'<b>|'.repeat(500)}`,
  '```html\n<script>pwned=1</script>\n```\n\n```"onmouseover="pwned=1\ncode\n```',
  '{{constructor.constructor("pwned=1")()}} ${pwned=1} &lt;script&gt;pwned=1&lt;/script&gt;',
];

export function hostileRows(): Row[] {
  return hostileTexts.flatMap((text) => [
    userRow(text),
    assistantRow(text),
    thinkingRow(text),
    toolRow(text.slice(0, 200), {
      title: text.slice(0, 300),
      state: 'failed',
      input: long(text),
      output: long(text),
      error: text.slice(0, 2_000),
    }),
    shellRow(text, {
      summary: text.slice(0, 300),
      output: long(text),
      error: text.slice(0, 500),
      state: 'failed',
      exitCode: 2,
    }),
    diffRow(text.slice(0, 300), `+${text.replaceAll('\n', '\n+')}`),
    compactionRow(text),
    errorRow(text),
    noticeRow(text),
    unknownRow(text.slice(0, 100), { text }),
    problemRow(text.slice(0, 300), text.slice(0, 300)),
  ]);
}
