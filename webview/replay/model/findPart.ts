import type { Endpoint } from '#protocol/endpoint.ts';
import type { FoundRows, PageContract } from '#protocol/page.ts';
import type { HostContract } from '#protocol/pageRequests.ts';
import type { View } from './viewModel.ts';

/** Part of a search in what a view shows: rows that pass its filter, or messages. */
export function findPart(
  endpoint: Endpoint<PageContract, HostContract>,
  view: View,
  query: HostContract['requests']['find/run']['params'],
  signal: AbortSignal,
): Promise<FoundRows> {
  if (view === 'transcript') {
    return endpoint.request('find/run', query, signal);
  }
  const { query: wanted, matchCase, wholeWord, regex, from } = query;
  const text = { query: wanted, matchCase, wholeWord, regex };
  return endpoint.request('messages/find', { ...text, from }, signal);
}
