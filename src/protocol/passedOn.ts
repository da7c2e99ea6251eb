import type { HostContract } from './page.ts';

/** What the page asks of its session and the worker answers, with the worker's name for it. */
export const passedOn = {
  'outline/read': 'session/outline',
  'outline/locate': 'session/outlineEntry',
  'messages/read': 'session/messages',
  'messages/find': 'session/findMessages',
  'messageImage/read': 'session/messageImage',
  'image/read': 'session/image',
  'problems/read': 'session/problems',
  'find/run': 'session/find',
  'find/places': 'session/findPlaces',
  'filter/values': 'session/filterValues',
  'context/at': 'session/contextAt',
  'row/locate': 'session/locate',
  'timeline/read': 'session/timeline',
  'step/find': 'session/steps',
  'agent/read': 'session/agent',
} as const;

type PageRequests = HostContract['requests'];

/** The page's requests that are passed on. */
export type PassedOn = keyof typeof passedOn;

/** The same as requests to the worker, which knows a session by its path. */
export type PassedOnRequests = {
  [Name in PassedOn as (typeof passedOn)[Name]]: {
    params: { path: string } & PageRequests[Name]['params'];
    result: PageRequests[Name]['result'];
  };
};
