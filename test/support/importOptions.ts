import type { ImportOptions } from '#core/chat/importTurns.ts';

let ids = 0;
/** How a session is handed to VS Code's chat; each request gets an id of its own. */
export const importOptions: ImportOptions = {
  agent: {
    id: 'session-browser.session',
    name: 'session',
    fullName: 'Keen Code',
    extensionId: { value: 'a.b', _lower: 'a.b' },
    extensionVersion: '1',
    extensionPublisherId: 'a',
    extensionDisplayName: 'b',
    metadata: { themeIcon: { id: 'history' } },
    slashCommands: [],
    locations: ['panel'],
    modes: ['ask', 'edit', 'agent'],
    disambiguation: [],
  },
  agentLabel: 'Keen Code',
  newId: () => `request-${(ids += 1)}`,
  openReplay: { command: 'x.openReplay', argument: { path: '/log (1).jsonl' } },
  openParent: { command: 'x.openParent', argument: { path: '/log (1).jsonl' } },
};
