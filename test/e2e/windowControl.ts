import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Order, OrderAnswer, SentOrder } from '../host/helper/orders.ts';

/**
 * Commands and settings of a window, through the helper extension in it: for what a test does not do as
 * a user would, such as its starting state.
 */
export class WindowControl {
  readonly #answers = new Map<number, (answer: OrderAnswer) => void>();
  #socket: Socket | undefined;
  #lastId = 0;

  private constructor(
    private readonly server: Server,
    /** Of its socket. */
    readonly path: string,
  ) {
    server.on('connection', (socket: Socket) => {
      createInterface(socket).on('line', (line) => {
        const answer = JSON.parse(line) as OrderAnswer;
        this.#answers.get(answer.id)?.(answer);
        this.#answers.delete(answer.id);
      });
      this.#socket = socket;
      server.emit('window');
    });
  }

  /** @param folder short, since the path of a socket may have 107 bytes. */
  static async listen(folder: string): Promise<WindowControl> {
    const path = join(folder, 'control');
    const server = createServer().listen(path);
    await once(server, 'listening');
    return new WindowControl(server, path);
  }

  /** Before a reload: its extension host is another one then. */
  forget(): void {
    this.#socket = undefined;
  }

  run(command: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#send({ command, args });
  }

  async configure(setting: string, value: unknown): Promise<void> {
    await this.#send({ setting, value });
  }

  close(): void {
    this.#socket?.destroy();
    this.server.close();
  }

  async #send(order: Order): Promise<unknown> {
    if (this.#socket === undefined) {
      await once(this.server, 'window');
    }
    const id = ++this.#lastId;
    const answered = new Promise<OrderAnswer>((resolve) => {
      this.#answers.set(id, resolve);
    });
    this.#socket?.write(`${JSON.stringify({ id, order } satisfies SentOrder)}\n`);
    const { result, error } = await answered;
    if (error !== undefined) {
      throw new Error(`${JSON.stringify(order)}: ${error}`);
    }
    return result;
  }
}
