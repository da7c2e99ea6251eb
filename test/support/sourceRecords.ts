import type { SessionStore } from '#store/sessionStore.ts';

/** All records of a session as its source gives them to the adapter. */
export function sourceRecords(store: SessionStore, path: string): readonly unknown[] {
  const reading = store.sessionAt(path).source.read();
  const records: unknown[] = [];
  const take = (record: object) => {
    records.push('value' in record ? record.value : record);
    return 1;
  };
  for (let isAtEnd = false; !isAtEnd;) {
    isAtEnd = reading.next(take, false) !== 'more';
  }
  const tail = reading.tail();
  if (tail !== undefined) {
    take(tail);
  }
  return records;
}
