import type { CostDatabase } from '../contract/sources.ts';
import { dateValue } from '../toolbox/dateTime.ts';

/**
 * The index of sessions beside `session-state`, whose `total_nano_aiu` are billionths of a credit, which is a cent:
 * https://docs.github.com/en/copilot/concepts/billing. Nothing or 0 where the user's own key pays. The times of
 * requests are dated by the minute, so that a long session has few rows.
 */
export const costs: CostDatabase = {
  path: ['..', '..', 'session-store.db'],
  tables: {
    assistant_usage_events: [
      ...['session_id', 'agent_id', 'parent_tool_call_id', 'model'],
      ...['total_nano_aiu', 'created_at'],
    ],
  },
  indexed: {},
  sql: `SELECT substr(session_id, 1, 100) AS id, substr(model, 1, 100) AS model,
      substr(created_at, 1, 16) AS time, total(total_nano_aiu) / 1e11 AS cost,
      coalesce(agent_id, '') NOT IN ('', 'main') OR parent_tool_call_id IS NOT NULL AS isSubAgent
    FROM assistant_usage_events WHERE total_nano_aiu BETWEEN 1 AND 1e15
    GROUP BY 1, 2, 3, 5`,
  timeIn: (time) =>
    typeof time === 'string' ? dateValue(`${time.replace(' ', 'T')}:00Z`) : undefined,
};
