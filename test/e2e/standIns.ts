import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Programs in place of agents: each says how it was started, and what is typed.
 *
 * @param says in place of that, with `$*` for its arguments.
 */
export function writeStandIns(folder: string, names: readonly string[], says?: string): void {
  mkdirSync(folder);
  for (const name of names) {
    const lines = [
      '#!/bin/sh',
      `echo "${says ?? `this is ${name} with: $*`}"`,
      'while read -r line; do echo "got <$line>"; done',
    ];
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 });
  }
}
