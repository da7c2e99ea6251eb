import * as z from 'zod/mini';
import type { SessionRef } from '#core/events/session.ts';

const key = 'sessionBrowser.chats';
/** VS Code keeps 400 chats. */
const most = 200;

const schema = z.array(z.tuple([z.string(), z.string()]));

/** Such as a `vscode.Memento`. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The chat in which each session was last continued, for one workspace. */
export class RememberedChats {
  constructor(private readonly memory: Memory) {}

  /** VS Code's URI for the chat, which may be gone. */
  chatOf(session: SessionRef): string | undefined {
    return this.#all().find(([path]) => path === session.path)?.[1];
  }

  add(session: SessionRef, chat: string): void {
    if (this.#all()[0]?.join() !== [session.path, chat].join()) {
      void this.memory.update(
        key,
        [[session.path, chat], ...this.#without(session)].slice(0, most),
      );
    }
  }

  forget(session: SessionRef): void {
    void this.memory.update(key, this.#without(session));
  }

  #without(session: SessionRef) {
    return this.#all().filter(([path]) => path !== session.path);
  }

  #all(): readonly (readonly [string, string])[] {
    const parsed = schema.safeParse(this.memory.get(key));
    return parsed.success ? parsed.data : [];
  }
}
