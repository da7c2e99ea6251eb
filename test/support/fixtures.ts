import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A log of the fixtures folder, or one whose bytes a text file could not keep. */
export interface Fixture {
  /** Its place below the agent's folder, without an ending. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where the fixtures of an agent lie. */
export function fixturesFolder(agent: string): string {
  return join('test', 'fixtures', agent);
}

/** An agent's fixtures that are files, by name. */
export function fixtureFiles(agent: string): readonly Fixture[] {
  const folder = fixturesFolder(agent);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => ({
      name: path.replaceAll('\\', '/').replace(/\.jsonl$/, ''),
      // A checkout on Windows may have given the lines other ends; no fixture's content has CR LF.
      bytes: new TextEncoder().encode(
        readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n'),
      ),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
