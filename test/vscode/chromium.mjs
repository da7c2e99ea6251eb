import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Missing } from './missing.mjs';
import { run } from './children.mjs';
import { withProgress } from './progress.mjs';

const commands = [
  // Without windows of its own, it takes a twelfth less processor time to show VS Code.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

/** Where installers put a browser without adding it to PATH. */
const usualPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder === undefined
      ? []
      : [
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ];
  }),
  other: ['/usr/bin/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome'],
};

/** The browser, and the fonts without which its screenshots have no letters, CJK or emoji. */
const debianPackages = [
  'chromium-headless-shell',
  'fonts-dejavu-core',
  'fonts-droid-fallback',
  'fonts-noto-color-emoji',
];

/**
 * Path of Chromium, Chrome or Edge: from `CHROMIUM_PATH`, an installed one, or Debian's, which is
 * installed now if this is root on Debian.
 * @throws Missing with a sentence that says what to install
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) {
      throw new Missing(`CHROMIUM_PATH names ${named}, which does not exist.`);
    }
    return named;
  }
  const found = findChromium(process.env.PATH ?? '', process.platform);
  if (found !== undefined) {
    return found;
  }
  if (isRootOnDebian()) {
    await withProgress('Installing Chromium with apt-get (once)', installWithApt);
    const installed = findChromium(process.env.PATH ?? '', process.platform);
    if (installed !== undefined) {
      return installed;
    }
  }
  throw new Missing(
    'No Chromium, Chrome or Edge was found: install one, or set CHROMIUM_PATH to its executable.',
  );
}

/**
 * @param {string} path the PATH variable
 * @param {NodeJS.Platform} platform
 * @returns {string | undefined}
 */
export function findChromium(path, platform) {
  const suffix = platform === 'win32' ? '.exe' : '';
  const onPath = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => commands.map((command) => join(folder, command + suffix)));
  const places =
    platform === 'darwin' || platform === 'win32' ? usualPlaces[platform] : usualPlaces.other;
  return [...onPath, ...places].find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: either way not usable.
    return false;
  }
}

function isRootOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) {
    return false;
  }
  const release = readFileSync('/etc/os-release', 'utf8');
  return /^ID(_LIKE)?=.*debian/m.test(release);
}

async function installWithApt() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', ...debianPackages],
  ]) {
    const { code, output } = await run(
      'apt-get',
      ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args],
      { env },
    );
    if (code !== 0) {
      throw new Missing(
        `apt-get could not install Chromium; install it by hand, or set CHROMIUM_PATH.\n${output.trimEnd()}`,
      );
    }
  }
}
