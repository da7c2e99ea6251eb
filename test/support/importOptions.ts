import type { ImportOptions } from '#core/chat/importTurns.ts';

let ids = 0;
/** Options for importing a session into VS Code's chat; each request gets its own ID. */
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
