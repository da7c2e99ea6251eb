import type { DiffLine } from '../../events/diff.ts';
import type { LongText } from '../../text/longText.ts';

/**
 * What a call's view draws instead of its raw input and output. Built from them alone, so whatever
 * a view cannot read has none, and the raw texts are always a click away.
 */
export type ToolView =
  | ReadView
  | WriteView
  | EditView
  | SearchView
  | WebView
  | TodoView
  | AgentView
  | McpView
  | AskView;

/** The view of one kind of tool. */
export type ToolViewOf<Kind extends ToolView['kind']> = Extract<ToolView, { kind: Kind }>;

interface ViewBase {
  /** Arguments and results that the view has no place of its own for. */
  readonly more: readonly ToolField[];
  /** The view draws the output, too; otherwise the output follows it. */
  readonly hasOutput: boolean;
}

/** A named value as readable text. */
export interface ToolField {
  readonly name: string;
  readonly value: LongText;
}

interface ReadView extends ViewBase {
  readonly kind: 'read';
  readonly path: string;
  /** The first line that was asked for. */
  readonly line?: number;
  readonly content?: NumberedText;
  /** Lines of the whole file. */
  readonly total?: number;
  /** What the tool says beside the content. */
  readonly note?: string;
}

interface NumberedText {
  /** Without the numbers that a tool writes into it. */
  readonly text: LongText;
  readonly firstLine: number;
}

interface WriteView extends ViewBase {
  readonly kind: 'write';
  readonly path: string;
  readonly content: LongText;
}

interface EditView extends ViewBase {
  readonly kind: 'edit';
  readonly files: readonly EditedFile[];
}

export interface EditedFile {
  readonly path: string;
  readonly change: 'edit' | 'add' | 'delete';
  readonly movedTo?: string;
  /** The first lines of `total`. Most tools say no line numbers. */
  readonly lines: readonly DiffLine[];
  readonly total: number;
  readonly added: number;
  readonly removed: number;
}

interface SearchView extends ViewBase {
  readonly kind: 'search';
  /** Pattern or words. */
  readonly query: string;
  readonly path?: string;
  /** Undefined if the output is not known or not understood. */
  readonly files?: readonly FoundFile[];
  /** Hits in all files, or files if the search was for those; more than `files` holds if cut. */
  readonly total: number;
  /** Lines of the output that are no hits. */
  readonly note?: string;
}

export interface FoundFile {
  readonly path: string;
  /** None if only the file was found. */
  readonly hits: readonly { readonly line: number; readonly text: string }[];
}

interface WebView extends ViewBase {
  readonly kind: 'web';
  readonly url?: string;
  readonly query?: string;
  readonly prompt?: string;
  /** HTTP status. */
  readonly status?: number;
  readonly results?: readonly WebResult[];
  readonly text?: LongText;
}

export interface WebResult {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

interface TodoView extends ViewBase {
  readonly kind: 'todo';
  readonly note?: string;
  readonly items: readonly TodoItem[];
}

export interface TodoItem {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done' | 'cancelled';
}

interface AgentView extends ViewBase {
  readonly kind: 'agent';
  readonly tasks: readonly AgentTask[];
  /** Markdown. */
  readonly answer?: LongText;
}

export interface AgentTask {
  /** The kind of agent. */
  readonly agent?: string;
  readonly title?: string;
  /** Markdown. */
  readonly prompt: LongText;
}

interface McpView extends ViewBase {
  readonly kind: 'mcp';
  readonly server: string;
  readonly tool: string;
  readonly arguments: readonly ToolField[];
  readonly output?: LongText;
}

interface AskView extends ViewBase {
  readonly kind: 'ask';
  readonly questions: readonly AskedQuestion[];
  readonly cancelled: boolean;
}

export interface AskedQuestion {
  readonly header?: string;
  readonly question: string;
  readonly options: readonly {
    readonly label: string;
    readonly description?: string;
    readonly chosen: boolean;
  }[];
  /** What the user answered instead of, or beside, the options. */
  readonly answer?: string;
}
