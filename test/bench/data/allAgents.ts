import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#agents/gemini/sha256.ts';
import { loadSqlite, type SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { addSession, createTables } from '../../demo/writeOpencode.mjs';
import { opencodeFiles } from '../../support/opencodeTree.ts';
import { Random } from '../../support/random.ts';
import { cachedFolder } from '../../vscode/cache.mjs';
import { logPlace, project, seed, type BenchHome } from './benchData.ts';
import { keenLog } from './keenLog.ts';
import type { LogPlan } from './logPlan.ts';
import { agentLog, fenLog, piLog } from './messageLogs.ts';
import {
  claudeLog,
  codexLog,
  copilotLog,
  geminiDocument,
  geminiLog,
  opencodeLines,
} from './popularLogs.ts';
import { Texts } from './texts.ts';

/** Incremented with every change to the data. */
const generation = 3;
const lengths = { turnLength: 2_000, longestTurn: 100_000 };
const median = 12_000;
const leastLines = 8;

type Writer = (random: Random, texts: Texts, plan: LogPlan) => Generator<string>;
type Place = (id: string) => string;

/** Claude Code’s folder of the project. */
export const projectSlug = project.replace(/[^A-Za-z0-9]/g, '-');
const geminiChat = (id: string) =>
  join('.gemini', 'tmp', sha256Hex(project), 'chats', `session-2026-07-20T09-15-${id.slice(0, 8)}`);

/** Agents with a log for each session. */
const logs: Readonly<Record<string, readonly [Place, Writer]>> = {
  keen: [(id) => logPlace('keen', id), keenLog],
  pi: [(id) => logPlace('pi', id), piLog],
  fen: [(id) => logPlace('fen', id), fenLog],
  agent: [(id) => logPlace('agent', id), agentLog],
  claude: [(id) => join('.claude', 'projects', projectSlug, `${id}.jsonl`), claudeLog],
  codex: [
    (id) =>
      join('.codex', 'sessions', '2026', '07', '20', `rollout-2026-07-20T09-15-04-${id}.jsonl`),
    codexLog,
  ],
  copilot: [(id) => join('.copilot', 'session-state', id, 'events.jsonl'), copilotLog],
};

export const opencodeData = join('.local', 'share', 'opencode');

/**
 * A home with `count` sessions of each agent in the agents' own forms: Gemini CLI's half logs and half
 * documents, opencode's half in its database and half in its older files.
 *
 * @returns every file that holds a session or a part of one, but the database.
 */
export async function allAgentsHome(count: number, agents: readonly string[]): Promise<BenchHome> {
  const name = `bench-agents-${generation}-${seed}-${count}-${agents.join('-')}`;
  const paths: string[] = [];
  const write = (home: string) => {
    const random = new Random(seed + count);
    const texts = new Texts(new Random(seed));
    // Data that is there already is made again in memory, for its paths.
    const isNew = home !== '';
    const put = (place: string, text: string, age: number) => {
      paths.push(place);
      if (isNew) {
        const path = join(home, place);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        utimesSync(path, age, age);
      }
    };
    const plan = () => ({ id: random.uuid(), cwd: project, ...lengths });
    const size = () => random.size(median, 1.2, 4e5);
    for (const agent of agents) {
      const database: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const one = plan();
        const age = 1_700_000_000 + index * 60;
        const [place, writer] = logs[agent] ?? [];
        const isOld = index % 2 === 0;
        if (place !== undefined && writer !== undefined) {
          put(place(one.id), textOf(writer(random, texts, one), size()), age);
        } else if (agent === 'gemini' && isOld) {
          put(`${geminiChat(one.id)}.json`, geminiDocument(random, texts, one, size()), age);
        } else if (agent === 'gemini') {
          put(`${geminiChat(one.id)}.jsonl`, textOf(geminiLog(random, texts, one), size()), age);
        } else {
          const text = textOf(opencodeLines(random, texts, one), size());
          if (isOld) {
            for (const [file, content] of opencodeFiles(text, join(opencodeData, 'storage'))) {
              put(file, content, age);
            }
          } else {
            database.push(text);
          }
        }
      }
      if (isNew && database.length > 0) {
        writeDatabase(join(home, opencodeData, 'opencode.db'), database);
      }
    }
  };
  const home = await cachedFolder(name, `Making ${count} sessions of each agent`, (beside) => {
    write(beside);
    return Promise.resolve();
  });
  if (paths.length === 0) {
    write('');
  }
  return { home, paths: paths.map((place) => join(home, place)) };
}

function textOf(lines: Iterable<string>, bytes: number): string {
  let text = '';
  let count = 0;
  for (const line of lines) {
    text += `${line}\n`;
    count += 1;
    // Every session has a start, a message, and an answer with its tokens.
    if (text.length >= bytes && count >= leastLines) {
      break;
    }
  }
  return text;
}

export function openDatabase(path: string, readOnly: boolean): SqliteDatabase {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new Error('The bench runs this row in a Node that has SQLite.');
  }
  return new sqlite.DatabaseSync(path, { readOnly });
}

function writeDatabase(path: string, sessions: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const connection = openDatabase(path, false);
  connection.prepare('BEGIN').all();
  createTables(connection);
  for (const text of sessions) {
    addSession(connection, text);
  }
  connection.prepare('COMMIT').all();
  connection.close();
}
