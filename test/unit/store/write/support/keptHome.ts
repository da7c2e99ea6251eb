import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';

export const id = '5e550000-0000-4000-8000-000000000001';

/** A line of Claude Code's. */
export function said(content: string, more: object = {}): string {
  return `${JSON.stringify({
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: id,
    cwd: '/p',
    timestamp: '2026-11-20T09:00:00.000Z',
    message: { role: 'user', content },
    ...more,
  })}\n`;
}

/** What a copy has, which is packed unless an earlier version made it. */
export function contentOf(copy: string): string {
  const bytes = readFileSync(copy);
  return (bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes) : bytes).toString();
}

/** A home with a session of Claude Code, and a folder with copies. */
export class KeptHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'kept-'));
  readonly kept = join(this.folder, 'kept');
  readonly log = this.put(`.claude/projects/-p/${id}.jsonl`, said('Tell me about tides'), 1);

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  put(path: string, text: string, minute: number): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, 1_780_000_000 + minute * 60, 1_780_000_000 + minute * 60);
    return file;
  }

  /** Another window. @param now epoch ms. */
  open(now?: number) {
    const { folder, kept } = this;
    const store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters,
      environment: { home: folder, platform: 'posix', variables: {} },
      kept,
      onFault: (fault) => {
        throw fault;
      },
    });
    const copies = new KeptCopies(store, kept, {
      files: new WriteFiles(),
      ...(now !== undefined && { now: () => now }),
    });
    return { store, copies };
  }

  /** All files of copies, with their texts; not what is written down of them. */
  files(): Readonly<Record<string, string>> {
    const { kept } = this;
    const found = existsSync(kept)
      ? readdirSync(kept, { recursive: true, withFileTypes: true })
      : [];
    return Object.fromEntries(
      found
        .filter((each) => each.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(kept.length + 1))
        .filter((path) => !path.startsWith('.copies'))
        .map((path) => [path, contentOf(join(kept, path))]),
    );
  }

  /** Where it is written down what copies have. */
  manifests(): readonly string[] {
    const folder = join(this.kept, '.copies');
    return readdirSync(folder).map((name) => join(folder, name));
  }

  /** The copy of a session of Claude Code's. */
  copyOf(path: string): string {
    return join(this.kept, 'claude', '-p', basename(path));
  }
}
