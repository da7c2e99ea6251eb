import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { transform } from 'esbuild';

/**
 * Packs of modules that load together, in their usual order, defined by the modules that `import()`
 * requests. A chunk needed by several packs is in the first of them; one that no pack names is in
 * the last.
 * @type {readonly { readonly name: string, readonly entries: RegExp }[]}
 */
const packs = [
  { name: 'extension', entries: /^src\/extension\.ts$/ },
  { name: 'formats', entries: /^src\/agents\/registry\.ts$/ },
  { name: 'list', entries: /^src\/host\/(product|vscode\/relativeTime)\.ts$/ },
  { name: 'commands', entries: /^src\/host\/(commands|documents|waiting)\// },
  { name: 'pages', entries: /^src\/host\/pages\// },
  { name: 'resume', entries: /^src\/host\/chat\/resume\// },
  { name: 'chat', entries: /^src\/host\/(chat|tools)\// },
  { name: 'export', entries: /./ },
];

/**
 * Writes the host's build as CommonJS, which is what VS Code loads: `dist/extension.cjs`, and a
 * file in `dist/host` for every other pack. esbuild creates a chunk for every set of modules shared
 * by the same entries, over forty files of mostly 1 KB. Within a pack, each chunk is still a
 * function that runs on demand, so loading a pack only costs scanning its text.
 *
 * @param {import('esbuild').BuildResult} result an ESM build with `splitting` and `metafile`, not
 *   written; with inline source maps, unless it is minified
 * @param {{ target: string, minify: boolean }} options
 */
export async function writePackedHost({ metafile, outputFiles = [] }, { target, minify }) {
  const packOf = packsOf(metafile?.outputs ?? {});
  /** @type {Map<string, Chunk[]>} */
  const chunks = new Map(packs.map(({ name }) => [name, []]));
  for (const { path, text } of outputFiles) {
    const { code, map } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target,
      minify,
      sourcemap: minify ? false : 'external',
      // So that later imports go through `load` as well.
      supported: { 'dynamic-import': false },
    });
    chunks.get(packOf.get(chunkName(path)) ?? '')?.push({ path, code, map });
  }
  const folder = join('dist', 'host');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, members] of chunks) {
    const isFirst = name === 'extension';
    const file = isFirst ? join('dist', 'extension.cjs') : join(folder, `${name}.cjs`);
    const functions = members.map(
      ({ path, code }) => `${JSON.stringify(chunkName(path))}(require,module,exports){${code}}`,
    );
    const table = `{${functions.join(',\n')}}`;
    const text = isFirst ? loader(table, packOf) : `module.exports=${table};\n`;
    if (minify) {
      writeFileSync(file, isFirst ? (await transform(text, { target, minify })).code : text);
    } else {
      writeFileSync(file, `${text}\n//# sourceMappingURL=${basename(file)}.map\n`);
      writeFileSync(`${file}.map`, JSON.stringify(indexMap(file, text, members)));
    }
  }
}

/**
 * @typedef {object} Chunk
 * @property {string} path absolute; its map’s sources are relative to it
 * @property {string} code
 * @property {string} map empty if there is none
 */

/**
 * The source map of a pack: those of its chunks, each with the place where its code begins.
 * https://tc39.es/ecma426/#sec-index-source-map
 * @param {string} file
 * @param {string} text
 * @param {readonly Chunk[]} chunks in the order of the text
 */
function indexMap(file, text, chunks) {
  let end = 0;
  const sections = chunks.map(({ path, code, map }) => {
    const start = text.indexOf(code, end);
    end = start + code.length;
    const lines = text.slice(0, start).split('\n');
    const own = /** @type {{ sources: string[] }} */ (JSON.parse(map));
    const sources = own.sources.map((source) =>
      relative(dirname(file), resolve(dirname(path), source)).replaceAll('\\', '/'),
    );
    return {
      offset: { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 },
      map: { ...own, sources },
    };
  });
  return { version: 3, sections };
}

/**
 * The name of each chunk's pack.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
function packsOf(outputs) {
  /** @type {Map<string, string>} */
  const packOf = new Map();
  /** @param {string} path @param {string} pack */
  const assign = (path, pack) => {
    const output = outputs[path];
    if (output !== undefined && !packOf.has(chunkName(path))) {
      packOf.set(chunkName(path), pack);
      for (const imported of output.imports) {
        if (imported.kind === 'import-statement') {
          assign(imported.path, pack);
        }
      }
    }
  };
  for (const { name, entries } of packs) {
    for (const [path, { entryPoint }] of Object.entries(outputs)) {
      if (entryPoint !== undefined && entries.test(entryPoint)) {
        assign(path, name);
      }
    }
  }
  return packOf;
}

/** @param {string} path */
function chunkName(path) {
  return basename(path, '.cjs');
}

/** What finds chunks in their packs. @param {string} own chunks @param {Map<string, string>} packOf */
function loader(own, packOf) {
  return `
    const chunks = ${own};
    const packOf = ${JSON.stringify(Object.fromEntries(packOf))};
    const loaded = {};
    function load(path) {
      if (!path.startsWith('.')) {
        return require(path);
      }
      const name = path.slice(path.lastIndexOf('/') + 1, -'.cjs'.length);
      if (loaded[name] === undefined) {
        if (chunks[name] === undefined) {
          Object.assign(chunks, require('./host/' + packOf[name] + '.cjs'));
        }
        const module = (loaded[name] = { exports: {} });
        try {
          chunks[name](load, module, module.exports);
        } catch (error) {
          delete loaded[name];
          throw error;
        }
      }
      return loaded[name].exports;
    }
    module.exports = load('./extension.cjs');
  `;
}
