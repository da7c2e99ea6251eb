import { wordsText } from '#core/events/phrase.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { Pacer } from '#base/pacer.ts';
import { otherName, recordName, tellableName, tellableVersion } from '#core/jsonl/formatNames.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { AgentId } from '#core/events/session.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import type { FormatSeen, FormatsReport, NameCount } from '#protocol/formats.ts';
import { eachSession } from '../search/eachSession.ts';
import { type SessionSource, workOf } from '../sources/records/source.ts';
import { readWhole, valuesIn } from '../sources/records/readWhole.ts';
import type { SessionStore } from '../sessionStore.ts';

/**
 * Reads whole sessions, one by one, and says of which kinds their records are.
 *
 * @param tell receives how many were read since its last call.
 * @throws the signal's reason when aborted.
 */
export async function formatsSeen(
  store: Pick<SessionStore, 'sessionAt' | 'failed'>,
  paths: readonly string[],
  tell: Emit<{ readonly sessions: number }>,
  signal?: AbortSignal,
): Promise<FormatsReport> {
  const pacer = new Pacer(signal);
  const seen = new FormatsSeen();
  const read = async (path: string) => {
    const { adapter, source } = store.sessionAt(path);
    await seen.add(adapter, source, pacer);
    return [];
  };
  let reported = 0;
  const tellMore = (looked: number) => {
    const sessions = looked - reported;
    reported = looked;
    return tell({ sessions });
  };
  const { failed } = store;
  const { unread } = await eachSession(paths, { read, report: tellMore, failed }, pacer);
  return { formats: seen.formats(), unreadable: unread };
}

/** The most names reported for one version of an agent, and the most versions of one agent. */
const mostNames = 300;
const mostVersions = 50;

class Tally {
  sessions = 0;
  readonly records = new Map<string, number>();
  readonly unknown = new Map<string, number>();
  damaged = 0;
}

/**
 * Which kinds of records sessions have, and which of them this program does not know. It keeps names
 * and counts, and no content: what does not look like a name is counted as `other`.
 */
class FormatsSeen {
  readonly #tallies = new Map<AgentId, Map<string, Tally>>();

  /**
   * Reads a whole session. One that is replaced meanwhile is counted as far as it was read.
   *
   * @throws UserError if it cannot be read; the pacer's reason when aborted.
   */
  async add(adapter: AgentAdapter, source: SessionSource, pacer: Pacer): Promise<void> {
    // What comes before the first record that names a version belongs to that version.
    let tally = new Tally();
    let version = '';
    const take = (raw: RawRecord) => {
      const { records, problems: found } = valuesIn(raw);
      const isDamaged = 'unread' in raw || found.some(({ severity }) => severity === 'lost');
      const damaged = isDamaged ? 1 : 0;
      tally.damaged += damaged;
      let problems = damaged;
      for (const record of records) {
        const named = adapter.versionIn?.(record);
        if (named !== undefined && tellableVersion(named) !== version) {
          if (version !== '') {
            this.#keep(adapter.id, version, tally);
            tally = new Tally();
          }
          version = tellableVersion(named);
        }
        problems += count(adapter, record, raw, tally);
      }
      return workOf(problems);
    };
    await readWhole(source, take, pacer);
    this.#keep(adapter.id, version, tally);
  }

  /** By agent, in the order in which they were seen, then by version; names in alphabetical order. */
  formats(): readonly FormatSeen[] {
    return [...this.#tallies].flatMap(([agent, versions]) =>
      [...versions]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([version, { sessions, records, unknown, damaged }]) => ({
          agent,
          ...(version === '' ? {} : { version }),
          sessions,
          records: counts(records),
          unknown: counts(unknown),
          damaged,
        })),
    );
  }

  #keep(agent: AgentId, version: string, from: Tally): void {
    const versions = this.#tallies.get(agent) ?? new Map<string, Tally>();
    this.#tallies.set(agent, versions);
    const key = versions.has(version) || versions.size < mostVersions ? version : otherName;
    const into = versions.get(key) ?? new Tally();
    versions.set(key, into);
    into.sessions += 1;
    into.damaged += from.damaged;
    for (const [name, number] of from.records) {
      add(into.records, name, number);
    }
    for (const [name, number] of from.unknown) {
      add(into.unknown, name, number);
    }
  }
}

/** A record with nothing but unknown parts is counted by these alone. @returns problems it had. */
function count(
  adapter: AgentAdapter,
  record: JsonRecord,
  { source }: RawRecord,
  tally: Tally,
): number {
  const { events, problems } = adapter.decode(record, source);
  const unknown = events.filter((event) => event.kind === 'unknown');
  for (const { type } of unknown) {
    add(tally.unknown, tellableName(wordsText(type)), 1);
  }
  const isKnown = events.some(({ kind }) => kind !== 'unknown' && kind !== 'sessionStart');
  if (isKnown || unknown.length === 0) {
    add(tally.records, recordName(record), 1);
  }
  tally.damaged += problems.some(({ severity }) => severity === 'lost') ? 1 : 0;
  return problems.length;
}

function add(counts: Map<string, number>, name: string, number: number): void {
  const key = counts.has(name) || counts.size < mostNames ? name : otherName;
  counts.set(key, (counts.get(key) ?? 0) + number);
}

function counts(of: ReadonlyMap<string, number>): readonly NameCount[] {
  return [...of]
    .map(([name, number]) => ({ name, count: number }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
