/** A session in the VS Code extension of the agent’s makers, as an address that the extension handles. */
export interface ExtensionLink {
  /** The extension’s ID. */
  readonly extension: string;
  /** With its first slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}
