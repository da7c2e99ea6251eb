import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import type { Language } from '#base/l10n.ts';
import { escapeHtml } from '#host/pages/html.ts';
import { languageNamed } from './languages.ts';
import { themes, themeTags, type Theme } from './pageTheme.ts';

/** Tests are bundled elsewhere and started from the repository's root. */
const root = process.cwd();

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.map': 'application/json',
};

export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the built page on loopback with the real panel's policy; `'self'` stands in for the
 * webview's resource origin. `/?theme=darkModern` selects the theme.
 */
export async function servePage(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    answer(url).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers).end(body);
      },
      () => {
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => closed(server) };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

async function answer(url: URL): Promise<Answer> {
  if (url.pathname === '/') {
    const { searchParams } = url;
    return page(
      themes.find((theme) => theme === searchParams.get('theme')) ?? 'darkModern',
      languageNamed(searchParams.get('language') ?? 'en'),
    );
  }
  const name = basename(url.pathname);
  const folder = url.pathname.startsWith('/themes/')
    ? join(root, 'test/support/pageThemes')
    : join(root, 'dist/webview');
  return {
    status: 200,
    // Pages open dozens of times; kept, the scripts need not be compiled again.
    headers: {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    },
    body: await readFile(join(folder, name)),
  };
}

function page(theme: Theme, { locale, texts }: Language): Answer {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const tags = themeTags(theme);
  const body = `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    ${texts === undefined ? '' : `<meta name="texts" content="${escapeHtml(JSON.stringify(texts))}" />`}
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/themes/webview.css" />
    ${tags.link}
    <link rel="stylesheet" href="/main.css" />
    <title>Session</title>
  </head>
  ${tags.body}
    <div id="app"></div>
    <script type="module" nonce="${nonce}" src="/main.js"></script>
  </body>
</html>`;
  return { status: 200, headers: { 'content-type': 'text/html' }, body };
}

/** The fake VS Code of `pageScenario.ts` as one script. */
export async function scenarioScript(): Promise<string> {
  const result = await build({
    entryPoints: [join(root, 'test/support/pageScenario.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
