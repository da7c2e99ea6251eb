/** The facts about a machine that decide where an agent stores its sessions. */
export interface MachineEnvironment {
  readonly home: string;
  readonly platform: 'posix' | 'windows';
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Texts of the agent's readable `configFiles`, by path. */
  readonly configs?: ReadonlyMap<string, string>;
}
