import { render } from 'preact-render-to-string';
import type { DocumentOptions } from '#protocol/document.ts';

/** The file embeds the icons, whose license requires attribution. */
const attribution =
  'Icons: Codicons by Microsoft, github.com/microsoft/vscode-codicons, with fewer decimals, ' +
  'licensed under CC BY 4.0, creativecommons.org/licenses/by/4.0/';

/**
 * Everything before the body. The policy allows the file's one style sheet and one script by hash,
 * embedded images, and nothing else: no requests, frames or forms.
 */
export function documentHead(
  { facts, script, hashOf, language }: DocumentOptions,
  style: string,
): string {
  if (/<\/style|<!--/i.test(style) || /<\/script|<!--/i.test(script)) {
    throw new Error('The style sheet or the script of the document would end early.');
  }
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(style)}'`,
    `script-src 'sha256-${hashOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const about = render(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      <meta name="generator" content="Session Browser" />
      <meta name="attribution" content={attribution} />
      <link rel="icon" href="data:," />
      <title>{facts.title}</title>
    </>,
  );
  return `<!DOCTYPE html>\n<html lang="${render(<>{language.locale}</>)}">\n<head>\n${about}\n<style>${style}</style>\n</head>\n`;
}
