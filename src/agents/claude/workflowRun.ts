/** Whether an ID is that of a run of a workflow, which starts many sub-agents. */
export function isRun(id: string): boolean {
  return /^wf_[\w-]{1,100}$/.test(id);
}
