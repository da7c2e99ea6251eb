/**
 * Records of the program's own state, and such as repeat what others say: nothing of them was said or
 * shown. As real logs up to 2.1.330 and programs that read them name them.
 */
const states: ReadonlySet<string> = new Set([
  'progress',
  'saved_hook_context',
  // Names, settings and places of the session.
  'agent-color',
  'agent-name',
  'agent-setting',
  'bridge-session',
  'ended-by-model',
  'fork-context-ref',
  'frame-link',
  'history-suppression',
  'isolation-latch',
  'mode',
  'observer-ref',
  'permission-mode',
  'relocated',
  'tag',
  'worktree-state',
  // What the program needs to go on, to rewind and to count.
  'atis-latch',
  'attribution-snapshot',
  'content-replacement',
  'cost-state',
  'file-history-delta',
  'file-history-snapshot',
  'last-prompt',
  'marble-origami-commit',
  'marble-origami-reset',
  'marble-origami-snapshot',
  'speculation-accept',
  'task-summary',
  'tools-used',
  // What was sent, once more.
  'api-request',
  'api-request-blob',
  'api-request-shape',
]);

/** @param type of a record. */
export function isProgramState(type: string): boolean {
  return states.has(type) || type.startsWith('artifact-');
}

/** What `system` records say of hooks, durations and the like. */
export const systemStates: ReadonlySet<string> = new Set([
  'api_metrics',
  'bridge_status',
  'file_snapshot',
  'microcompact_boundary',
  'stop_hook_summary',
  'turn_duration',
]);

/** `system` records with words for the user. */
export const systemNotices: ReadonlySet<string> = new Set([
  '',
  'agents_killed',
  'away_summary',
  'informational',
  'memory_saved',
  'model_consent_fallback',
  'model_fallback',
  'model_refusal_fallback',
  'model_refusal_no_fallback',
  'permission_retry',
  'scheduled_task_fire',
]);
