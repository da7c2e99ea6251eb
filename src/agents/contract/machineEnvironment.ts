/** What of a machine tells where an agent keeps its sessions. */
export interface MachineEnvironment {
  readonly home: string;
  readonly platform: 'posix' | 'windows';
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Texts of those of the agent's `configFiles` that could be read, by path. */
  readonly configs?: ReadonlyMap<string, string>;
}
