import { calmSettings } from '../vscode/server.mjs';

/** The demo's folder is ours, so it is trusted. Its README suggests what to try, beside the list. */
export const demoSettings = {
  ...calmSettings,
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'readme',
  'scriptedModel.firstCommand': 'sessionBrowser.sessions.focus',
};
