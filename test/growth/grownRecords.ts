import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { fixtureLines } from '../support/sampleSessions.ts';

/** Where a value is in a record: keys and indexes. */
type Place = readonly (string | number)[];

/** A record of a fixture with some around it, because one alone may mean nothing. */
interface Sample {
  readonly before: readonly JsonObject[];
  readonly record: JsonObject;
  readonly after: readonly JsonObject[];
}

/** A value in a sample that the adapter looks at. */
export interface Spot {
  /** Such as `.message.content[].text`. */
  readonly path: string;
  readonly sample: Sample;
  readonly place: Place;
  /** What changes with the value of what the record comes to, in the words of all agents. */
  readonly fields: ReadonlySet<string>;
}

/** Keys whose values say what a record is. */
const kindKeys = new Set(['type', 'kind', 'role', 'subtype', 'name', 'tool', 'toolName', 'status']);
/** Keys whose values name something, or say what it belongs to. */
const idKey = /(?:id|uuid)s?$/i;
/** Records on each side of a sample. */
const around = 2;

const source = { line: 1, offset: 0, length: 0 };

/** Records of an agent's fixtures that differ in what they have, or in what they say they are. */
export function samplesOf(adapter: AgentAdapter): readonly Sample[] {
  const seen = new Set<string>();
  const isNew = (record: JsonObject) => {
    const { size } = seen;
    for (const mark of marksIn(record, '', '')) {
      seen.add(mark);
    }
    return seen.size > size;
  };
  return fixtureLines(adapter).flatMap((lines) => {
    const records = lines.flatMap((line) => recordIn(line.toString()));
    return records.flatMap((record, at): readonly Sample[] => {
      const before = records.filter(
        (_, place) => place < at && (place === 0 || place >= at - around),
      );
      const after = records.slice(at + 1, at + 1 + around);
      return isNew(record) ? [{ before, record, after }] : [];
    });
  });
}

/** One sample for each of the combinations of events that records come to. */
export function samplesOfEvents(
  adapter: AgentAdapter,
  samples: readonly Sample[],
): readonly Sample[] {
  const kinds = ({ record }: Sample) =>
    adapter
      .decode(record, source)
      .events.map(({ kind }) => kind)
      .join();
  return [...new Map(samples.map((sample) => [kinds(sample), sample])).values()];
}

function recordIn(line: string): readonly JsonObject[] {
  try {
    const record: unknown = JSON.parse(line);
    return isJsonObject(record) ? [record] : [];
  } catch {
    // Some fixtures have lines that are torn on purpose.
    return [];
  }
}

function* marksIn(value: unknown, path: string, key: string): Generator<string> {
  yield `${path} ${typeof value === 'string' && kindKeys.has(key) ? value.slice(0, 40) : typeof value}`;
  for (const [name, member] of membersOf(value)) {
    yield* marksIn(member, path + pathOf(name), String(name));
  }
}

function membersOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  return Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
}

const pathOf = (name: string | number) => (typeof name === 'number' ? '[]' : `.${name}`);

/**
 * The values in samples that change what a record comes to, one for each place in the format and for
 * each of the fields that it comes to.
 *
 * @param other another value of the same type; undefined for one that is not wanted.
 */
export function spotsOf(
  adapter: AgentAdapter,
  samples: readonly Sample[],
  other: (value: unknown) => unknown,
): readonly Spot[] {
  const spots = new Map<string, Spot>();
  for (const sample of samples) {
    const plain = new Set(leavesIn(adapter.decode(sample.record, source), ''));
    const visit = (value: unknown, place: Place, path: string) => {
      const another = place.length === 0 ? undefined : other(value);
      if (another !== undefined) {
        const changed = changedAt(sample.record, place, () => another) as JsonObject;
        const leaves = [...leavesIn(adapter.decode(changed, source), '')];
        const fields = new Set(leaves.filter((leaf) => !plain.has(leaf)).map(fieldOf));
        if (fields.size > 0) {
          spots.set(`${path} ${[...fields].join()}`, { path, sample, place, fields });
        }
      }
      for (const [name, member] of membersOf(value)) {
        visit(member, [...place, name], path + pathOf(name));
      }
    };
    visit(sample.record, [], '');
  }
  return [...spots.values()];
}

/** Paths in what a record comes to, each with the value there. What an event is, is part of them. */
function* leavesIn(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield `${path}\n${String(value)}`;
  }
  for (const [name, member] of membersOf(value)) {
    const kind = isJsonObject(member) && typeof member.kind === 'string' ? `(${member.kind})` : '';
    yield* leavesIn(member, path + pathOf(name) + kind);
  }
}

/** What no adapter knows is the same work wherever it is. */
const fieldOf = (leaf: string) =>
  leaf.replace(/\n[^]*/, '').replace(/(\(unknown\)|\.problems).*/, '$1');

/** A log of the samples that have the spots, with other values there. */
export function logWith(spots: readonly Spot[], change: (value: unknown) => unknown): string {
  const changes = new Map<Sample, Place[]>();
  for (const { sample, place } of spots) {
    changes.set(sample, [...(changes.get(sample) ?? []), place]);
  }
  return linesOf(
    [...changes].flatMap(([{ before, record, after }, places]) => {
      // The innermost first: an outer change would hide it.
      const inOrder = places.toSorted((a, b) => b.length - a.length);
      const changed = inOrder.reduce<unknown>((all, at) => changedAt(all, at, change), record);
      return [...before, changed, ...after];
    }),
  );
}

export function linesOf(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function changedAt(
  value: unknown,
  [name, ...rest]: Place,
  change: (value: unknown) => unknown,
): unknown {
  if (name === undefined) {
    return change(value);
  }
  const members = membersOf(value).map(
    ([key, member]) => [key, key === name ? changedAt(member, rest, change) : member] as const,
  );
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** A copy of a value with IDs of its own, which follow those of the copy before. */
export function numbered(value: unknown, number: number, key = ''): unknown {
  if (typeof value === 'string') {
    return idKey.test(key) ? `${value}-${/parent/i.test(key) ? number - 1 : number}` : value;
  }
  return Array.isArray(value)
    ? value.map((item) => numbered(item, number, key))
    : isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, numbered(member, number, name)]),
        )
      : value;
}
