import { adapters } from '#agents/registry.ts';
import { fixtureFiles } from './fixtures.ts';

/** The demo's sessions by agent, in the order in which the product names agents. */
export const demoAgents = adapters.map(({ id, label }) => ({
  label,
  sessions: fixtureFiles(id).filter(({ name }) => /^demo\/[^/]+$/.test(name)).length,
}));

export const demoSessions = demoAgents.reduce((sum, { sessions }) => sum + sessions, 0);
