import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../vscode/cache.mjs';

/** The machine's ripgrep, or the one included in every VS Code server. */
export function ripgrep(): string | undefined {
  if (spawnSync('rg', ['--version']).status === 0) {
    return 'rg';
  }
  const servers = existsSync(cacheFolder()) ? readdirSync(cacheFolder()) : [];
  const modules = ['node_modules', 'code-server', 'lib', 'vscode', 'node_modules', '@vscode'];
  const system = `${process.platform}-${process.arch}`;
  return servers
    .flatMap((name) => [
      join(cacheFolder(), name, ...modules, 'ripgrep', 'bin', 'rg'),
      join(cacheFolder(), name, ...modules, 'ripgrep-universal', 'bin', system, 'rg'),
    ])
    .find((path) => existsSync(path));
}
