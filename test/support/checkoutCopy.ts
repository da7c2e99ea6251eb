import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const copied = ['src', 'webview', 'test/build', 'package.json', 'esbuild.mjs', 'tsconfig.json'];

/** A copy of the sources for planting violations; the checkout is untouched. */
export class CheckoutCopy {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-copy-')));
  readonly #planted = new Set<string>();

  constructor() {
    for (const name of copied) {
      cpSync(name, join(this.root, name), { recursive: true });
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(this.root, 'node_modules'), 'junction');
  }

  /** Writes a file of the copy; `clean` removes it again. */
  plant(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.#planted.add(file);
  }

  clean(): void {
    for (const file of this.#planted) {
      rmSync(file);
    }
    this.#planted.clear();
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
