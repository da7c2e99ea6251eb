import { copilotAdapter } from '#agents/copilot/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

goldenSuite(
  copilotAdapter,
  fixtureFiles('copilot'),
  () => '.copilot/session-state/5e55a1b2-0000-4000-8000-000000000001/events.jsonl',
);
