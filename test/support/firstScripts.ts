import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRepository } from '../vscode/repository.mjs';

interface FirstScript {
  readonly name: string;
  /** Bytes at gzip's best compression. */
  readonly gzip: number;
}

/** The built page's script that runs before the first paint. */
export function firstScripts(): readonly FirstScript[] {
  return [...importedFrom('main.js')].map((name) => ({
    name,
    gzip: gzipSync(read(name), { level: 9 }).length,
  }));
}

/** A module and its static imports; dynamic imports are not needed to paint. */
function importedFrom(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (!found.has(name)) {
    found.add(name);
    const imports = read(name).matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+\.js)"/g);
    for (const [, imported = ''] of imports) {
      importedFrom(imported, found);
    }
  }
  return found;
}

function read(name: string): string {
  return readFileSync(join(inRepository('dist', 'webview'), name), 'utf8');
}
