import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licenses that only require their text to ship with the package. */
const known = new Set([
  'MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'CC-BY-4.0',
]);

/** Published without a license file, though MIT-licensed according to their repository. */
const mitBy = new Map(
  ['element', 'foundation', 'web-utilities'].map((name) => [
    `@microsoft/fast-${name}`,
    'Copyright (c) Microsoft Corporation.',
  ]),
);

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version
 * @property {string} license an SPDX identifier
 * @property {string} text
 */

/**
 * Writes `dist/ThirdPartyNotices.txt` for the actual contents of the bundles.
 * @param {readonly import('esbuild').Metafile[]} metafiles of all that is in the package
 * @throws Error that names each package whose license is unknown or has no text
 */
export function writeNotices(metafiles) {
  const notices = packagesIn(metafiles).map((folder) => noticeOf(folder));
  writeFileSync(join('dist', 'ThirdPartyNotices.txt'), noticesText(notices));
}

/**
 * Sorted folders of packages with at least a byte in an output.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {string[]}
 */
export function packagesIn(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([path]) => path),
    ),
  );
  const folders = inputs.flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** @param {string} folder @returns {Notice} @throws Error */
export function noticeOf(folder) {
  const { name, version, license } =
    /** @type {{ name: string, version: string, license?: unknown }} */ (
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    );
  if (typeof license !== 'string' || !known.has(license)) {
    throw new Error(
      `${name} is under ${JSON.stringify(license ?? 'no licence')}, which is not known to be allowed. ` +
        'Look at it, then add it to test/build/notices.mjs or do without the package.',
    );
  }
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notices?|copyrightnotice|copying)\b/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const copyright = mitBy.get(name);
  if (texts.length === 0 && license === 'MIT' && copyright !== undefined) {
    texts.push(`MIT License\n\n${copyright}\n\n${mitText()}`);
  }
  if (texts.length === 0) {
    throw new Error(`${name} has no licence text to ship. Add it to test/build/notices.mjs.`);
  }
  return { name, version, license, text: texts.join('\n\n') };
}

/** @param {readonly Notice[]} notices @returns {string} */
export function noticesText(notices) {
  const rule = '-'.repeat(80);
  return [
    'Session Browser contains code and icons of these packages.\n',
    ...notices.map(
      ({ name, version, license, text }) =>
        `${rule}\n${name} ${version} (${license})\n${rule}\n\n${text.replaceAll('\r\n', '\n')}\n`,
    ),
  ].join('\n');
}

/** The license's words, from our own, which is the same below its copyright line. */
function mitText() {
  const own = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
  return own.slice(own.indexOf('Permission is hereby granted')).trim();
}
