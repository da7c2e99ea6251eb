/**
 * The file that `workbench.action.chat.import` reads: VS Code's `IExportableChatData`
 * (`src/vs/workbench/contrib/chat/common/model/chatModel.ts`), reduced to what is used here and to
 * what VS Code 1.139.1 accepts. The command is undocumented; its behavior was tested in that
 * version.
 */
export interface ChatImportData {
  readonly responderUsername: string;
  readonly initialLocation: 'panel';
  readonly requests: readonly ChatImportRequest[];
}

export interface ChatImportRequest {
  readonly requestId: string;
  /** Already parsed, into one text part: `@`, `#` and `/` in it have no meaning. */
  readonly message: { readonly text: string; readonly parts: readonly ChatImportText[] };
  readonly variableData: { readonly variables: readonly [] };
  /** Epoch ms. */
  readonly timestamp: number;
  readonly response: readonly ChatImportPart[];
  readonly result: { readonly metadata: Readonly<Record<string, unknown>> };
  readonly agent: ChatImportAgent;
  /** 1 is "complete". Without a time the view counts from the epoch. */
  readonly modelState: { readonly value: 1; readonly completedAt: number };
  readonly elapsedMs: number;
  /** The answer appears without a message above it. */
  readonly requestHiddenFromTranscript?: true;
}

interface ChatImportText {
  readonly kind: 'text';
  readonly text: string;
  readonly range: { readonly start: number; readonly endExclusive: number };
  readonly editorRange: {
    readonly startLineNumber: number;
    readonly startColumn: number;
    readonly endLineNumber: number;
    readonly endColumn: number;
  };
}

/**
 * Who answered. `id` must be the participant's: only then does its history include the turn, and
 * the agent is imported only if it has a `metadata` key. Name and icon are free, so a past answer
 * appears under the name of the agent that gave it.
 */
export interface ChatImportAgent {
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly extensionId: { readonly value: string; readonly _lower: string };
  readonly extensionVersion: string;
  readonly extensionPublisherId: string;
  readonly extensionDisplayName: string;
  readonly metadata: { readonly themeIcon: { readonly id: string } };
  readonly slashCommands: readonly [];
  readonly locations: readonly ['panel'];
  readonly modes: readonly ['ask', 'edit', 'agent'];
  readonly disambiguation: readonly [];
}

export type ChatImportPart =
  | ChatImportMarkdown
  | ChatImportThinking
  | ChatImportWarning
  | ChatImportToolCall;

/** Without `isTrusted` and `supportHtml`: command links are dead and HTML is text. */
export interface ChatImportMarkdown {
  readonly value: string;
  readonly isTrusted?: { readonly enabledCommands: readonly string[] };
}

interface ChatImportThinking {
  readonly kind: 'thinking';
  readonly value: string;
  readonly id: string;
}

interface ChatImportWarning {
  readonly kind: 'warning';
  readonly content: ChatImportMarkdown;
}

export interface ChatImportToolCall {
  readonly kind: 'toolInvocationSerialized';
  readonly toolCallId: string;
  readonly toolId: string;
  readonly invocationMessage: ChatImportMarkdown;
  readonly pastTenseMessage?: ChatImportMarkdown;
  /** 1: no confirmation was needed. */
  readonly isConfirmed: { readonly type: 1 };
  readonly isComplete: true;
  readonly source: { readonly type: 'internal'; readonly label: string };
  readonly toolSpecificData?: ChatImportTerminal;
  readonly resultDetails?: ChatImportToolResult;
}

/** Drawn by a terminal emulator, so line ends are CR LF and styles are ANSI sequences. */
interface ChatImportTerminal {
  readonly kind: 'terminal';
  readonly language: 'sh';
  readonly commandLine: { readonly original: string };
  readonly terminalCommandOutput?: { readonly text: string; readonly lineCount: number };
  /** `duration` in ms. */
  readonly terminalCommandState: { readonly exitCode?: number; readonly duration?: number };
}

interface ChatImportToolResult {
  readonly input: string;
  readonly output: readonly {
    readonly type: 'embed';
    readonly isText: true;
    readonly mimeType: 'text/plain';
    readonly value: string;
  }[];
  readonly isError: boolean;
}

/** A message that is only text. */
export function plainMessage(text: string): ChatImportRequest['message'] {
  const lines = text.split('\n');
  return {
    text,
    parts: [
      {
        kind: 'text',
        text,
        range: { start: 0, endExclusive: text.length },
        editorRange: {
          startLineNumber: 1,
          startColumn: 1,
          endLineNumber: lines.length,
          endColumn: (lines.at(-1)?.length ?? 0) + 1,
        },
      },
    ],
  };
}
