/** Calls that lay a plan before the user; a checklist is none. */
const planTool = /^(?:exit_?plan_?mode|create_?plan|plan_?exit)$/i;

/** Whether a finished call of the tool means that the user approved the plan. */
export function isDecidedPlan(tool: string): boolean {
  return planTool.test(tool) && /exit/i.test(tool);
}

/** The plan that a call lays before the user, as Markdown; undefined if it does not. */
export function planIn({
  name,
  input,
}: {
  readonly name: string;
  readonly input?: unknown;
}): string | undefined {
  if (!planTool.test(name) || typeof input !== 'object' || input === null) {
    return undefined;
  }
  const { plan, summary } = input as Readonly<Record<string, unknown>>;
  return [plan, summary].find((text) => typeof text === 'string' && text.trim() !== '') as
    | string
    | undefined;
}
