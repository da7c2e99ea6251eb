import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface LoopbackAnswer {
  readonly type: 'text/event-stream' | 'application/json';
  readonly text: string;
}

/** A server on loopback that stands in for a model. Anything it does not know is a 404. */
export class Loopback {
  readonly #server: Server;

  /** @param answer gets the request's path and its JSON. */
  constructor(answer: (path: string, asked: unknown) => LoopbackAnswer | undefined) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const asked: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
        const { type, text } = answer(request.url ?? '', asked) ?? {};
        response.writeHead(type === undefined ? 404 : 200, { 'content-type': type });
        response.end(text);
      });
    });
  }

  /** @returns its address, without a slash at its end. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
