import {
  addCounts,
  type Counts,
  noCounts,
  type NumbersChoice,
  type SessionCells,
  type Sum,
} from './numbers.ts';

/** Columns are called the same in every language, for whatever reads them. */
const keyColumns = ['day', 'agent', 'model', 'folder', 'sub_agents'];
const countColumns: Readonly<Record<string, keyof Counts>> = {
  prompts: 'prompts',
  tool_calls: 'calls',
  failed_calls: 'failed',
  input_tokens: 'input',
  output_tokens: 'output',
  cache_read_tokens: 'cacheRead',
  cache_write_tokens: 'cacheWrite',
  cost_usd: 'cost',
  estimated_cost_usd: 'estimated',
  unpriced_tokens: 'unpriced',
};

interface Line {
  readonly key: readonly string[];
  readonly counts: Sum;
  readonly sessions: Set<string>;
}

/** A line for each day, agent, model and folder, those of sub-agents apart; as RFC 4180 has it. */
export function numbersCsv(sessions: readonly SessionCells[], { from }: NumbersChoice): string {
  const lines = new Map<string, Line>();
  for (const { path, agent, folder, cells } of sessions) {
    for (const { day, model, isSubAgent, ...counts } of cells) {
      if (day < from) {
        continue;
      }
      const key = [day, agent, model, folder, isSubAgent ? 'yes' : 'no'];
      const id = JSON.stringify(key);
      const line = lines.get(id) ?? { key, counts: { ...noCounts }, sessions: new Set<string>() };
      lines.set(id, line);
      addCounts(line.counts, counts);
      line.sessions.add(path);
    }
  }
  const heading = [...keyColumns, 'sessions', ...Object.keys(countColumns)];
  const rows = [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, counts, sessions: all }]) => [
      ...key.map(textCell),
      all.size,
      ...Object.values(countColumns).map((name) => counts[name]),
    ]);
  return [heading, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Names are foreign text: none may become a formula where the file is opened. */
function textCell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
