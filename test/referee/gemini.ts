import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';

/** A part of what Gemini CLI sends or gets, as far as it matters here. */
export interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  };
  readonly functionResponse?: {
    readonly name: string;
    readonly response: { readonly output?: string; readonly error?: string };
  };
}

export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

/** Answers in place of Google's model, on loopback, and remembers what it was asked. */
export class StandInModel {
  readonly requests: (readonly Content[])[] = [];
  /** What it answers next. */
  answers: (readonly Part[])[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isStream = request.url?.includes('stream') === true;
        const asked = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
          readonly contents?: readonly Content[];
        };
        if (isStream) {
          this.requests.push(asked.contents ?? []);
        }
        const parts = (isStream ? this.answers.shift() : undefined) ?? [{ text: 'Done.' }];
        const answer = JSON.stringify({
          candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
          usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 105 },
        });
        response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
        response.end(isStream ? `data: ${answer}\r\n\r\n` : answer);
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The published Gemini CLI with a home and a project of its own. */
export class Gemini {
  readonly project: string;
  readonly #home: string;
  readonly #program: string;
  readonly #model: string;

  constructor(folder: string, program: string, model: string) {
    this.project = join(folder, 'project');
    this.#home = join(folder, 'home');
    this.#program = program;
    this.#model = model;
    mkdirSync(this.project);
    mkdirSync(join(this.#home, '.gemini'), { recursive: true });
    writeFileSync(
      join(this.#home, '.gemini', 'settings.json'),
      JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    );
  }

  get home(): string {
    return this.#home;
  }

  /** Says one thing and waits until everything is done. */
  say(prompt: string, ...options: readonly string[]): Promise<string> {
    const args = ['-m', 'gemini-2.5-flash', '--yolo', ...options, '-p', prompt];
    return new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [this.#program, ...args],
        {
          cwd: this.project,
          timeout: 120_000,
          env: {
            PATH: process.env.PATH,
            HOME: this.#home,
            USERPROFILE: this.#home,
            GEMINI_API_KEY: 'none',
            GOOGLE_GEMINI_BASE_URL: this.#model,
            GEMINI_CLI_TRUST_WORKSPACE: 'true',
          },
        },
        (error, out, err) => {
          if (error === null) {
            resolve(out);
          } else {
            reject(new Error(`${error.message}\n${out}\n${err}`));
          }
        },
      );
      child.stdin?.end();
    });
  }

  /** The sessions that it wrote, the oldest first. */
  sessions(): readonly string[] {
    const chats = join(this.#home, '.gemini', 'tmp', 'project', 'chats');
    return readdirSync(chats)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(chats, name));
  }
}
