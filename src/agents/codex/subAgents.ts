import type { SubAgentLayout } from '../contract/subAgents.ts';

/** Sub-agents are threads with rollouts of their own, in the folder of the day on which they began. */
export const subAgents: SubAgentLayout = {
  logsOf: ({ names }, id) => {
    const own = names.slice(0, -1);
    const folders = own.length === 0 ? [own] : [own, ...daysAround(id)];
    return folders.flatMap((folder) =>
      ['.jsonl', '.jsonl.zst'].map((end) => [...folder, `rollout-*-${id}${end}`]),
    );
  },
};

const day = 24 * 60 * 60 * 1000;

/** Folders are named by local time, and a thread’s ID (UUID version 7) begins with the time. */
function daysAround(id: string): readonly (readonly string[])[] {
  const time = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id)
    ? Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
    : Number.NaN;
  return Number.isNaN(time) || time > 8e15
    ? []
    : [time, time - day, time + day].map((at) =>
        new Date(at).toISOString().slice(0, 10).split('-'),
      );
}

/** The thread that a call started, by its answer. */
export function spawnedBy(output: string): { readonly agents?: readonly string[] } {
  const id = /^\s*\{\s*"agent_id"\s*:\s*"([0-9a-f-]{36})"/i.exec(output)?.[1];
  return id === undefined ? {} : { agents: [id] };
}
