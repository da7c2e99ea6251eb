import type * as vscode from 'vscode';
import type { ChatServices } from '../../catalog/services.ts';
import type { TokenCounter } from './tokenCounter.ts';

/** One request to the participant, and the stream for its answer. */
export interface Turn {
  readonly services: ChatServices;
  readonly counter: TokenCounter;
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/**
 * Answers with a sentence alone. A turn without a note is skipped when reading the history, so the
 * chat stays what it was.
 */
export function said({ stream }: Turn, sentence: string): vscode.ChatResult {
  stream.markdown(sentence);
  return {};
}
