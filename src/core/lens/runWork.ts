import type { CommandKind } from '../index/commandKind.ts';
import type { CallState, RowKind } from '../index/rowTable.ts';
import type { CallGroup, FileCounts, RunWork } from './runRow.ts';
import type { RowFact } from '../index/rowFacts.ts';
import { toolName, type ToolKind } from '../index/toolKind.ts';

/** Adds up the rows of a run, in order; more can be added at its end. */
export class RunCounter {
  readonly #edits = new Files();
  readonly #writes = new Files();
  readonly #reads = new Files();
  readonly #commands = new Map<CommandKind, number>();
  readonly #calls = new Map<CallGroup, number>();
  #tool: string | undefined;
  #thoughts = 0;
  #texts = 0;
  #failed = 0;
  #unfinished = 0;
  #declined = 0;
  #added = 0;
  #removed = 0;
  #tookMs: number | undefined;
  #first: number | undefined;
  #last: number | undefined;
  #trouble: number | undefined;
  #named: number | undefined;
  readonly #rows: number[] = [];

  /** @param row its number. */
  add(row: number, kind: RowKind, state: CallState, fact: RowFact): void {
    this.#rows.push(row);
    this.#first ??= fact.time;
    this.#last = Math.max(this.#last ?? 0, (fact.time ?? 0) + (fact.durationMs ?? 0));
    if (fact.durationMs !== undefined && state !== 'unfinished') {
      this.#tookMs = (this.#tookMs ?? 0) + fact.durationMs;
    }
    this.#failed += state === 'failed' ? 1 : 0;
    this.#declined += state === 'declined' ? 1 : 0;
    this.#unfinished += state === 'unfinished' ? 1 : 0;
    if (state === 'failed' || state === 'unfinished') {
      this.#trouble ??= row;
    }
    switch (kind) {
      case 'thinking':
        this.#thoughts += 1;
        break;
      case 'assistant':
        this.#texts += 1;
        break;
      case 'tool':
        this.#call(state, fact);
        break;
      case 'shell':
        this.#shell(row, state, fact);
        break;
      case 'diff':
        this.#edits.add(fact.path);
        this.#lines(fact);
        break;
      default:
        break;
    }
  }

  /** The rows in order. */
  get rows(): readonly number[] {
    return this.#rows;
  }

  /** The first row that did not end well. */
  get trouble(): number | undefined {
    return this.#trouble;
  }

  /** The row of the only command whose kind does not say what it did. */
  get named(): number | undefined {
    return this.#named;
  }

  get work(): RunWork {
    const span = this.#first === undefined ? 0 : (this.#last ?? 0) - this.#first;
    return {
      edits: this.#edits.work,
      writes: this.#writes.work,
      reads: this.#reads.work,
      commands: Object.fromEntries(this.#commands),
      calls: Object.fromEntries(this.#calls),
      tool: this.#tool,
      thoughts: this.#thoughts,
      texts: this.#texts,
      failed: this.#failed,
      unfinished: this.#unfinished,
      declined: this.#declined,
      added: this.#added,
      removed: this.#removed,
      durationMs: span > 0 ? span : this.#tookMs,
    };
  }

  #call(state: CallState, fact: RowFact): void {
    const { tool, name = '', path, changes } = fact;
    const role = roleOf(tool, name, path);
    if (state !== 'done') {
      return;
    }
    this.#lines(fact);
    if (changes !== undefined && role !== 'write') {
      changes.forEach((change) => this.#edits.add(change.path));
      return;
    }
    switch (role) {
      case 'edit':
        this.#edits.add(path);
        break;
      case 'write':
        this.#writes.add(path);
        break;
      case 'read':
        this.#reads.add(path);
        break;
      case 'shell':
        count(this.#commands, 'other');
        break;
      case 'mcp':
      case 'other':
        this.#tool = this.#sameTool(role === 'other' || toolName(name) !== name ? name : undefined);
        count(this.#calls, role);
        break;
      default:
        count(this.#calls, role);
    }
  }

  /** @param name undefined for a tool that calls those of any server. */
  #sameTool(name: string | undefined): string | undefined {
    const isFirst = !this.#calls.has('mcp') && !this.#calls.has('other');
    return isFirst || this.#tool === name ? name : undefined;
  }

  #shell(row: number, state: CallState, fact: RowFact): void {
    const { command, exitCode, durationMs, changes } = fact;
    if (state === 'done' && changes !== undefined) {
      changes.forEach((change) => this.#edits.add(change.path));
      this.#lines(fact);
      return;
    }
    const before = this.#unnamed;
    if (state === 'done') {
      count(this.#commands, command?.whole ?? 'other');
    } else if (state === 'failed' && (exitCode !== undefined || durationMs !== undefined)) {
      // Without a code it may not even have been allowed to run.
      count(this.#commands, attempted(command?.first ?? 'other'));
    }
    if (this.#unnamed > before) {
      this.#named = before === 0 ? row : undefined;
    }
  }

  /** Commands whose kind does not say what they did. */
  get #unnamed(): number {
    return (this.#commands.get('git') ?? 0) + (this.#commands.get('other') ?? 0);
  }

  #lines({ added, removed }: RowFact): void {
    this.#added += added;
    this.#removed += removed;
  }
}

type Role = CallGroup | 'edit' | 'write' | 'read' | 'shell';

/** What may be said about a call: a tool's kind is a guess, so its name has to bear out the words. */
function roleOf(tool: ToolKind | undefined, name: string, path: string | undefined): Role {
  switch (tool) {
    case 'edit':
      if (/delete|remove|rename|move/i.test(name)) {
        return 'other';
      }
      return path !== undefined || /edit|patch/i.test(name) ? 'edit' : 'other';
    case 'write':
      return path === undefined ? 'other' : 'write';
    case 'read':
      if (/(?:^|_)(?:ls|list|dir|tree|files)(?:_|$)/i.test(name)) {
        return 'list';
      }
      return path !== undefined && /read|view|cat|open/i.test(name) ? 'read' : 'other';
    case 'todo':
      return /todo|checklist/i.test(name) ? 'todo' : 'other';
    case 'search':
    case 'web':
    case 'agent':
    case 'mcp':
    case 'shell':
      return tool;
    default:
      return 'other';
  }
}

class Files {
  readonly #paths = new Set<string>();
  #calls = 0;
  #isWhole = true;

  add(path: string | undefined): void {
    this.#calls += 1;
    if (path === undefined) {
      this.#isWhole = false;
    } else {
      this.#paths.add(path);
    }
  }

  get work(): FileCounts {
    const { size } = this.#paths;
    return {
      calls: this.#calls,
      files: this.#isWhole ? size : undefined,
      paths: this.#isWhole && size <= 2 ? [...this.#paths] : [],
    };
  }
}

/** A commit or an installation that failed is none. */
function attempted(kind: CommandKind): CommandKind {
  return kind === 'commit' ? 'git' : kind === 'install' ? 'other' : kind;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
