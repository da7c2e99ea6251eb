/** The call that a sub-agent answers. */
export interface Caller {
  readonly path: string;
  readonly rowId: string;
  /** Of that session. */
  readonly title: string;
  /** What the call says about the sub-agent. */
  readonly agent: string;
}
