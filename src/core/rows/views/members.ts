import { isJsonObject, type JsonObject } from '../../jsonObject.ts';
import { longText, type TextLimits } from '../../text/longText.ts';
import { readableValue } from '../../text/readableValue.ts';
import { parseShallow } from '../../jsonl/shallowJson.ts';
import type { ToolField } from './toolView.ts';
import { wellFormedJson } from '../../text/wellFormed.ts';

/** Names and lists of them, the likeliest first. */
type Names = readonly (string | readonly string[])[];

/**
 * Members of a foreign object by any of the names that agents give them. Remembers what was read,
 * so that a view can show the rest, too.
 */
export class Members {
  readonly #object: JsonObject;
  readonly #read = new Set<string>();

  /** @param value anything; what is no object has no members. */
  constructor(value: unknown) {
    this.#object = isJsonObject(value) ? value : {};
  }

  text(...names: Names): string | undefined {
    return this.#find(names, (value) => typeof value === 'string') as string | undefined;
  }

  /** A whole number; some agents write it as text. */
  number(...names: Names): number | undefined {
    const value = this.#find(
      names,
      (found) =>
        Number.isSafeInteger(found) || (typeof found === 'string' && /^\d{1,9}$/.test(found)),
    );
    return value === undefined ? undefined : Number(value);
  }

  list(...names: Names): readonly unknown[] | undefined {
    return this.#find(names, Array.isArray) as readonly unknown[] | undefined;
  }

  value(...names: Names): unknown {
    return this.#find(names, (value) => value !== undefined);
  }

  /** Says nothing that a reader would miss. */
  ignore(...names: Names): void {
    for (const name of names.flat()) {
      this.#read.add(name);
    }
  }

  /** What was not read; without members that only repeat those of another object. */
  rest(limits: TextLimits, repeated?: Members): ToolField[] {
    return Object.entries(this.#object)
      .filter(([name, value]) => !this.#read.has(name) && !repeated?.has(name, value))
      .map(([name, value]) => ({ name, value: longText(inShort(value), limits) }));
  }

  has(name: string, value: unknown): boolean {
    return Object.hasOwn(this.#object, name) && this.#object[name] === value;
  }

  #find(names: Names, fits: (value: unknown) => boolean): unknown {
    const name = names
      .flat()
      .find((each) => Object.hasOwn(this.#object, each) && fits(this.#object[each]));
    if (name === undefined) {
      return undefined;
    }
    this.#read.add(name);
    return this.#object[name];
  }
}

/** A short list or object on one line. */
function inShort(value: unknown): string {
  const json = typeof value === 'object' ? wellFormedJson(JSON.stringify(value)) : undefined;
  return json !== undefined && json.length <= 80 ? json : readableValue(value);
}

/** A call as its log has it. */
export interface CallContent {
  readonly name: string;
  readonly input: Members;
  /** Undefined without a result, or for one that is an error. */
  readonly output: unknown;
  /** The user's own words in the output are rows of their own. */
  readonly hasReply?: true;
}

/** Names of the argument that is a file. */
export const pathNames = [
  'path',
  'file_path',
  'filePath',
  'absolute_path',
  'notebook_path',
  'filename',
  'file',
  'target_file',
  'targetFile',
  'relativeWorkspacePath',
] as const;

/** What a text holds as JSON; undefined if it is none. */
export function parsed(json: string): unknown {
  try {
    return parseShallow(json);
  } catch {
    // Text, which is shown as it is.
    return undefined;
  }
}
