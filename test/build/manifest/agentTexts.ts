import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { agentConfigKeys } from '#host/vscode/agentSettings.ts';

interface Texts {
  /** Of one agent's settings. */
  readonly enabled: string;
  readonly extraRoots: string;
  /** With the names of all. */
  readonly agentsOff: string;
  readonly start: string;
}

/** `{agent}` stands for its name, `{and}` and `{or}` for the names of all. */
const texts: Readonly<Record<'en' | 'de', Texts>> = {
  en: {
    enabled: 'Show sessions from {agent}.',
    extraRoots:
      'Additional folders with sessions from {agent}, as absolute paths; `~` is your home folder. Logs are read from each folder and from its project subfolders.',
    agentsOff:
      'All agents are turned off in settings ({and}), so there are no sessions to show.\n[Open Settings](command:workbench.action.openSettings?%5B%22sessionBrowser.agents%20enabled%22%5D)',
    start:
      'No session of {or} has run in this folder yet.\n[Show Sessions of Other Folders](command:sessionBrowser.goToAnySession)\n[Open Settings](command:workbench.action.openSettings?%5B%22sessionBrowser.agents%22%5D)\nSee [where they were looked for](command:sessionBrowser.whereAreMySessions), or [how to find, replay, and continue a session](command:workbench.action.openWalkthrough?%22session-browser.session-browser%23sessionBrowser.start%22).',
  },
  de: {
    enabled: 'Sitzungen von {agent} anzeigen.',
    extraRoots:
      'Weitere Ordner mit Sitzungen von {agent}, als absolute Pfade; `~` ist Ihr Benutzerordner. Protokolle werden aus jedem Ordner und seinen Projektunterordnern gelesen.',
    agentsOff:
      'Alle Agents sind in den Einstellungen deaktiviert ({and}), daher gibt es keine Sitzungen anzuzeigen.\n[Einstellungen öffnen](command:workbench.action.openSettings?%5B%22sessionBrowser.agents%20enabled%22%5D)',
    start:
      'In diesem Ordner ist noch keine Sitzung von {or} gelaufen.\n[Sitzungen anderer Ordner anzeigen](command:sessionBrowser.goToAnySession)\n[Einstellungen öffnen](command:workbench.action.openSettings?%5B%22sessionBrowser.agents%22%5D)\nSehen Sie, [wo danach gesucht wurde](command:sessionBrowser.whereAreMySessions) oder [wie Sie eine Sitzung finden, wiedergeben und fortsetzen](command:workbench.action.openWalkthrough?%22session-browser.session-browser%23sessionBrowser.start%22).',
  },
};

/** The texts of package.nls*.json that name agents. */
export function agentTexts(
  adapters: readonly Pick<AgentAdapter, 'id' | 'label'>[],
  language: keyof typeof texts,
): Readonly<Record<string, string>> {
  const { enabled, extraRoots, agentsOff, start } = texts[language];
  const ofSettings = adapters.flatMap((adapter) => {
    const ids = agentConfigKeys(adapter);
    return [
      [textKey(ids.enabled), enabled.replaceAll('{agent}', adapter.label)],
      [textKey(ids.extraRoots), extraRoots.replaceAll('{agent}', adapter.label)],
    ];
  });
  // In this order, names of products come before those of programs, which look like other words.
  const names = adapters.map(({ label }) => label).sort();
  const list = (type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(language, { type }).format(names);
  return {
    ...(Object.fromEntries(ofSettings) as Record<string, string>),
    'welcome.agentsOff': agentsOff.replace('{and}', list('conjunction')),
    'welcome.start': start.replace('{or}', list('disjunction')),
  };
}

/** The key of a setting's description. */
export function textKey(settingId: string): string {
  return settingId.replace(/^sessionBrowser/, 'config');
}
