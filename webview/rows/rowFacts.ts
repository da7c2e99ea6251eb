import { assertNever } from '#core/assertNever.ts';
import type { Row, RowPart } from '#core/replay/row.ts';

/** What the keys and the toolbar need to know of a row, whatever its kind. */
export interface RowFacts {
  /** What a screen reader says before the row's text. */
  readonly label: string;
  /** Folded rows have a line that opens them. */
  readonly foldable: boolean;
  readonly openAtFirst: boolean;
  /** What `copy` puts on the clipboard; empty where there is nothing. */
  readonly copy: string;
  /** The part that `open in editor` shows. */
  readonly part: RowPart;
}

export function rowFacts(row: Row): RowFacts {
  const facts = factsOfKind(row);
  return row.label === undefined
    ? facts
    : { ...facts, label: `${facts.label}, labelled ${row.label}` };
}

/** Whether a session can be begun that ends with this row; places between rows have no end. */
export function isForkable({ kind }: Row): boolean {
  return kind !== 'branch' && kind !== 'fork';
}

function factsOfKind(row: Row): RowFacts {
  switch (row.kind) {
    case 'user':
      return flat('Your message', row.text.text, 'text');
    case 'assistant':
      return flat('Answer', row.text.text, 'text');
    case 'thinking':
      return folded('Thinking', row.text.text, 'text');
    case 'tool':
      return folded(
        `Tool call ${row.name}, ${stateWords[row.state]}`,
        joined(row.input.text, row.error, row.output?.text),
        row.output === undefined && row.error === undefined ? 'input' : 'output',
      );
    case 'shell':
      return {
        ...flat(
          `Shell command, ${stateWords[row.state]}`,
          joined(`$ ${row.command}`, row.output?.text, row.error),
          row.output === undefined && row.error === undefined ? 'input' : 'output',
        ),
        foldable: true,
      };
    case 'diff':
      return {
        ...flat(`Changes to ${row.path ?? 'a file'}`, diffText(row.lines), 'raw'),
        foldable: true,
      };
    case 'compaction':
      return folded('Context compacted', row.summary.text, 'text');
    case 'branch':
      return flat(
        `${row.branches.length} branches from here`,
        row.branches.map(({ preview }) => preview).join('\n'),
        'raw',
      );
    case 'branchSummary':
      return folded('Came back from another branch', row.summary.text, 'text');
    case 'fork':
      return {
        ...flat('Forked from another session', row.summary.text, 'text'),
        foldable: row.summary.length > 0,
        openAtFirst: false,
      };
    case 'extensionState':
      return folded(`Extension state ${row.extension}`, row.state.text, 'text');
    case 'interruption':
      return flat('Interrupted', '', 'raw');
    case 'error':
      return flat('Error', row.message.text, 'text');
    case 'notice':
      return flat('Notice', row.text.text, 'text');
    case 'unknown':
      return folded(`Unknown record ${row.type}`, row.raw.text, 'raw');
    case 'problem':
      return flat('Problem in the log', joined(row.problem.message, row.problem.excerpt), 'raw');
    default:
      return assertNever(row);
  }
}

export const stateWords = {
  done: 'done',
  failed: 'failed',
  unfinished: 'without a result',
} as const;

function flat(label: string, copy: string, part: RowPart): RowFacts {
  return { label, foldable: false, openAtFirst: true, copy, part };
}

function folded(label: string, copy: string, part: RowPart): RowFacts {
  return { label, foldable: true, openAtFirst: false, copy, part };
}

function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join('\n');
}

const signs = { context: ' ', added: '+', removed: '-', hunk: '' } as const;

function diffText(lines: readonly { readonly kind: keyof typeof signs; readonly text: string }[]) {
  return lines.map(({ kind, text }) => `${signs[kind]}${text}`).join('\n');
}
