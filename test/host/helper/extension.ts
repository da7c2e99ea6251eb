import * as vscode from 'vscode';
import { obeyTests } from './control.ts';
import { controlVariable } from './orders.ts';
import {
  countTokens,
  standardModels,
  textOf,
  type Answer,
  type RecordedImage,
  type RecordedMessage,
  type RecordedPart,
  type RecordedRequest,
  type ScriptedModel,
  type ScriptedModelInfo,
} from './scriptedModel.ts';

/** Registers the model and exports its controls; obeys the tests that opened the window, if any did. */
export function activate(context: vscode.ExtensionContext): ScriptedModel {
  const provider = new ScriptedProvider();
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', provider));
  context.subscriptions.push(vscode.lm.registerTool('scripted_write', writeTool));
  if (context.extensionMode === vscode.ExtensionMode.Test) {
    context.subscriptions.push(vscode.chat.createChatParticipant('scripted-model.probe', probe));
  }
  const control = process.env[controlVariable];
  if (control !== undefined) {
    context.subscriptions.push(obeyTests(control));
  }
  // The demo opens with the list of sessions, which no setting of VS Code can do.
  const first = vscode.workspace.getConfiguration('scriptedModel').get<string>('firstCommand');
  if (first !== undefined) {
    void vscode.commands.executeCommand(first);
  }
  return provider;
}

/**
 * The shortest path from the chat view to the model, to tell a broken runner from a broken
 * extension; and a participant that does not know the extension. Each attached file is a message.
 * Only under test.
 */
const probe: vscode.ChatRequestHandler = async (request, _context, stream, token) => {
  const { User } = vscode.LanguageModelChatMessage;
  const messages = [User(request.prompt)];
  for (const { value } of request.references) {
    if (value instanceof vscode.Uri) {
      const bytes = await vscode.workspace.fs.readFile(value);
      messages.push(User(new TextDecoder().decode(bytes)));
    }
  }
  const response = await request.model.sendRequest(messages, {}, token);
  for await (const text of response.text) {
    stream.markdown(text);
  }
  return { metadata: { model: request.model.id } };
};

/** A tool with a visible effect: it writes a file, or explains why it does not. */
const writeTool: vscode.LanguageModelTool<{ readonly path: string; readonly text: string }> = {
  prepareInvocation: ({ input }) => ({ invocationMessage: `Writing ${input.path}` }),
  invoke: async ({ input }) => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder === undefined || input.path.includes('..')) {
      throw new Error('There is no such place.');
    }
    const file = vscode.Uri.joinPath(folder.uri, input.path);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(input.text));
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(`Wrote ${input.path}.`),
    ]);
  },
};

class ScriptedProvider implements vscode.LanguageModelChatProvider, ScriptedModel {
  readonly requests: RecordedRequest[] = [];
  readonly unused: Answer[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;
  #models = standardModels;

  script(...answers: readonly Answer[]): void {
    this.unused.push(...answers);
  }

  setModels(models: readonly ScriptedModelInfo[]): void {
    this.#models = models;
    this.#changed.fire();
  }

  reset(): void {
    this.requests.length = 0;
    this.unused.length = 0;
    this.setModels(standardModels);
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return this.#models.map((model, place) => ({
      id: model.id,
      name: model.name,
      family: 'scripted',
      version: '1',
      maxInputTokens: model.maxInputTokens,
      maxOutputTokens: 4_000,
      capabilities: { toolCalling: model.toolCalling, imageInput: model.imageInput },
      // VS Code reads these, though the stable types do not name them.
      isUserSelectable: true,
      isDefault: place === 0,
    }));
  }

  provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    content: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const text = typeof content === 'string' ? content : textOf(recordMessage(content));
    return Promise.resolve(countTokens(text));
  }

  async provideLanguageModelChatResponse(
    model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const request: RecordedRequest = {
      model: model.id,
      messages: messages.map(recordMessage),
      tools: (options.tools ?? []).map((tool) => tool.name),
      modelOptions: options.modelOptions,
      state: 'running',
    };
    this.requests.push(request);
    const answer = this.unused.shift() ?? usualAnswer(request);
    try {
      await play(answer, progress, token);
      request.state = token.isCancellationRequested ? 'cancelled' : 'answered';
    } catch (error) {
      request.state = 'failed';
      throw error;
    }
  }
}

async function play(
  answer: Answer,
  progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  token: vscode.CancellationToken,
): Promise<void> {
  if (answer.kind === 'toolCall') {
    const { callId, name, input } = answer;
    progress.report(new vscode.LanguageModelToolCallPart(callId, name, input));
    return;
  }
  const delayMs = answer.kind === 'text' ? answer.delayMs : undefined;
  for (const chunk of answer.chunks ?? []) {
    if (delayMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    if (token.isCancellationRequested) {
      return;
    }
    progress.report(new vscode.LanguageModelTextPart(chunk));
  }
  if (answer.kind === 'error') {
    throw answer.error;
  }
  if (answer.kind === 'untilCancelled' && !token.isCancellationRequested) {
    await new Promise<void>((resolve) => {
      token.onCancellationRequested(() => {
        resolve();
      });
    });
  }
}

/**
 * The default answer: the setting's, for screenshots; otherwise what the model received, phrased
 * for visitors of the demo.
 */
function usualAnswer(request: RecordedRequest): Answer {
  const answer = vscode.workspace.getConfiguration('scriptedModel').get<string>('answer');
  if (answer !== undefined) {
    return { kind: 'text', chunks: [answer] };
  }
  const last = request.messages.at(-1);
  const tokens = request.messages.reduce((sum, message) => sum + countTokens(textOf(message)), 0);
  return {
    kind: 'text',
    chunks: [
      'I am a scripted model: I understand nothing and tell what I was sent. ',
      `It was ${request.messages.length} messages, about ${tokens} tokens. The last one says:\n\n`,
      last === undefined ? '' : textOf(last).replace(/^/gm, '> '),
    ],
  };
}

function recordMessage(message: vscode.LanguageModelChatRequestMessage): RecordedMessage {
  return {
    role: message.role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'assistant',
    parts: message.content.map(recordPart),
  };
}

function recordPart(part: unknown): RecordedPart {
  if (part instanceof vscode.LanguageModelTextPart) {
    return { type: 'text', text: part.value };
  }
  if (part instanceof vscode.LanguageModelToolCallPart) {
    return { type: 'toolCall', callId: part.callId, name: part.name, input: part.input };
  }
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const text = part.content
      .map((content) => (content instanceof vscode.LanguageModelTextPart ? content.value : ''))
      .join('');
    const images = part.content.flatMap((content) =>
      content instanceof vscode.LanguageModelDataPart ? [recordImage(content)] : [],
    );
    const result = { type: 'toolResult', callId: part.callId, text } as const;
    return images.length === 0 ? result : { ...result, images };
  }
  if (part instanceof vscode.LanguageModelDataPart) {
    return { type: 'image', ...recordImage(part) };
  }
  return { type: 'other', value: part };
}

function recordImage({ mimeType, data }: vscode.LanguageModelDataPart): RecordedImage {
  return { mimeType, data: Buffer.from(data).toString('base64') };
}
