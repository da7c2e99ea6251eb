import { codexAdapter } from '#agents/codex/adapter.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { goldenSuite } from '../../support/goldenSuite.ts';

goldenSuite(
  codexAdapter,
  fixtureFiles('codex'),
  () =>
    '.codex/sessions/2026/11/20/rollout-2026-11-20T09-00-00-0199c0de-0000-7000-8000-000000000001.jsonl',
);
