import type { Pacer } from '#base/pacer.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import { EntryIds } from '#core/entries/entryIds.ts';
import { noFacts, ownEvent, withEvent } from '#core/index/sessionFacts.ts';
import { modelName } from '#core/prices/modelNames.ts';
import { noUsage } from '#core/events/usage.ts';
import { spendingOf, unknownPrices, type PriceSources } from '#core/prices/spending.ts';
import type { SessionUsage } from '#protocol/formats.ts';
import type { KnownSession } from '../roots/places.ts';
import { hintsOf } from '../sources/log/logHints.ts';
import { ownDecode } from '../sources/log/ownRecords.ts';
import { readWhole, valuesIn } from '../sources/records/readWhole.ts';
import { workOf } from '../sources/records/source.ts';

/** Bytes. A longer session takes longer to read than a pointer rests. */
const mostBytes = 8 * 1024 * 1024;
const mostModels = 5;

/**
 * What a session used, added up, and the models that answered, the first first. Of a long session no more than
 * the costs; undefined if there are none.
 *
 * @param prices of its requests, and what its agent says elsewhere: sub-agents' tokens are not in the sum either.
 * @throws UserError if the session cannot be read; the pacer's reason when aborted.
 */
export async function sessionUsage(
  session: Pick<KnownSession, 'adapter' | 'source' | 'layout' | 'path'>,
  pacer: Pacer,
  prices: PriceSources = unknownPrices,
): Promise<SessionUsage | undefined> {
  const { adapter, source } = session;
  const decode = ownDecode(session);
  const { told = 0 } = prices;
  const stat = source.stat();
  if (!stat.ok || stat.value.size > mostBytes) {
    return told > 0 ? { models: [], usage: { ...noUsage, cost: told } } : undefined;
  }
  let facts = noFacts;
  const ids = new EntryIds();
  const models = new Set<string>();
  let model = '';
  let messages = 0;
  const marks = hintsOf(adapter).usageMarks;
  const take = (raw: RawRecord) => {
    if (marks !== undefined && 'bytes' in raw && !hasAny(raw.bytes, marks)) {
      return 1;
    }
    const { records, problems } = valuesIn(raw);
    for (const record of records) {
      const named = adapter.modelIn?.(record);
      if (typeof named === 'string' && named !== '') {
        model = named;
        if (models.size < mostModels) {
          models.add(modelName(named));
        }
      }
      const { events, link, time, isOther } = decode(record, raw.source);
      const isRepeated = link?.id !== undefined && !ids.push(link.id, raw.source.line);
      if (isOther === true || isRepeated) {
        continue;
      }
      messages += adapter.isMessage?.(record) === true ? 1 : 0;
      for (const event of events) {
        const own = ownEvent(facts, event, raw.source.line, time);
        facts = withEvent(facts, own, raw.source.line, { model, time });
      }
    }
    return workOf(problems.length);
  };
  await readWhole(source, take, pacer);
  const { spent, usage = told > 0 ? noUsage : undefined } = facts;
  return {
    models: [...models],
    ...(usage === undefined ? {} : { usage: spendingOf(usage, spent, prices) }),
    ...(adapter.isMessage === undefined ? {} : { messages }),
  };
}

/** Most lines are skipped by this: parsing them takes ten times as long. */
function hasAny({ buffer, byteOffset, byteLength }: Uint8Array, marks: readonly string[]): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return marks.some((mark) => bytes.includes(mark, 0, 'latin1'));
}
