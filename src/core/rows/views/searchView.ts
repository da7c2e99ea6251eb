import { defined } from '#base/defined.ts';
import type { TextLimits } from '../../text/longText.ts';
import { Members, pathNames, type CallContent } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import type { FoundFile, ToolViewOf } from './toolView.ts';

export function searchView(
  { input, output }: CallContent,
  limits: TextLimits,
): ToolViewOf<'search'> | undefined {
  const query = input.text('pattern', 'query', 'regex', 'glob_pattern', 'search', 'q');
  if (query === undefined) {
    return undefined;
  }
  const path = input.text('dir_path', 'directory', pathNames);
  const result = new Members(output);
  const found = typeof output === 'string' ? printedHits(output) : listedHits(result);
  result.ignore('count', 'base_path', 'numFiles', 'numLines', 'mode', 'durationMs', 'truncated');
  const note = found?.notes.join('\n');
  return defined({
    kind: 'search',
    query,
    path,
    files: found && cut(found.files, limits),
    total: found?.total ?? 0,
    note: note === '' ? undefined : note,
    more: [...input.rest(limits), ...(found === undefined ? [] : result.rest(limits, input))],
    hasOutput: found !== undefined,
  });
}

interface Found {
  readonly files: readonly FoundFile[];
  readonly total: number;
  readonly notes: readonly string[];
}

class Hits {
  readonly #files = new Map<string, { line: number; text: string }[]>();
  readonly notes: string[] = [];
  #hits = 0;

  addFile(path: string): void {
    this.#files.set(path, this.#files.get(path) ?? []);
  }

  add(path: string, line: number, text: string): void {
    this.addFile(path);
    this.#files.get(path)?.push({ line, text });
    this.#hits += 1;
  }

  found(): Found {
    return {
      files: [...this.#files].map(([path, hits]) => ({ path, hits })),
      total: this.#hits === 0 ? this.#files.size : this.#hits,
      notes: this.notes,
    };
  }
}

/** As objects or paths in a list; undefined if there is none. */
function listedHits(result: Members): Found | undefined {
  const matches = result.list('matches');
  const files = result.list('files', 'filenames', 'paths');
  if (matches === undefined && files === undefined) {
    return result.number('count') === 0 ? new Hits().found() : undefined;
  }
  const hits = new Hits();
  for (const file of files ?? []) {
    if (typeof file !== 'string') {
      return undefined;
    }
    hits.addFile(file);
  }
  for (const match of matches ?? []) {
    const members = new Members(match);
    const path = members.text(pathNames);
    const line = members.number('line_number', 'lineNumber', 'line');
    const text = members.text('line', 'text', 'content') ?? '';
    if (!isJsonObject(match) || path === undefined || line === undefined) {
      return undefined;
    }
    hits.add(path, line, text);
  }
  return hits.found();
}

/** `src/a.ts:12: text`, as grep prints it. */
const printed = /^((?:[A-Za-z]:)?[^:\s][^:]{0,1000}):(\d{1,9})(?::\d{1,9})?:(.*)$/;
/** `src/a.ts-13-text`, a line around a hit. */
const around = /^(\S{1,1000}?)-(\d{1,9})-(.*)$/s;
/** A path on a line of its own, perhaps above its hits. */
const ownPath =
  /^(?:File: )?((?:[A-Za-z]:)?(?:[\w.@~-]*[\\/][^:*?"<>|]{1,1000}|[\w@-]{0,100}\.\w{1,12})):?$/;
/** A hit below its path. */
const below = /^\s*(?:L|Line )?(\d{1,9})[:-]\s?(.*)$/;

/** As printed by the tool; undefined if it is something else. */
function printedHits(output: string): Found | undefined {
  const hits = new Hits();
  let path: string | undefined;
  let understood = 0;
  for (const text of output.split(/\r?\n/)) {
    const hit = printed.exec(text) ?? (path === undefined ? null : around.exec(text));
    const under = path === undefined ? null : below.exec(text);
    const own = ownPath.exec(text);
    if (hit !== null) {
      path = hit[1] ?? '';
      hits.add(path, Number(hit[2]), hit[3] ?? '');
    } else if (under !== null && path !== undefined) {
      hits.add(path, Number(under[1]), under[2] ?? '');
    } else if (own !== null) {
      path = own[1] ?? '';
      hits.addFile(path);
    } else {
      if (/[^-\s]/.test(text)) {
        hits.notes.push(text);
      }
      continue;
    }
    understood += 1;
  }
  return understood > 0 && understood >= 2 * hits.notes.length ? hits.found() : undefined;
}

/** The first hits that fit. */
function cut(files: readonly FoundFile[], { lines, chars }: TextLimits): FoundFile[] {
  const kept: FoundFile[] = [];
  let [linesLeft, charsLeft] = [lines, chars];
  for (const { path, hits } of files) {
    if (linesLeft <= 0 || charsLeft <= 0) {
      break;
    }
    linesLeft -= 1;
    charsLeft -= path.length;
    const fitting: FoundFile['hits'][number][] = [];
    for (const { line, text } of hits) {
      if (linesLeft <= 0 || charsLeft <= 0) {
        break;
      }
      linesLeft -= 1;
      fitting.push({ line, text: text.slice(0, Math.max(0, Math.min(charsLeft, longestHit))) });
      charsLeft -= Math.min(text.length, longestHit);
    }
    kept.push({ path, hits: fitting });
  }
  return kept;
}

/** Characters of a hit: a minified file has only one line. */
const longestHit = 400;
