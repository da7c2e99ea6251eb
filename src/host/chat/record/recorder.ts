import { t } from '#base/l10n.ts';
import { adapterById } from '#agents/registry.ts';
import { recordingChoice } from '#core/chat/recordingChoice.ts';
import type { NewEvent, TurnStep } from '#core/events/newEvent.ts';
import { sessionRef, type SessionRef, type SessionSummary } from '#core/events/session.ts';
import type { LogEnd, WriteFailure } from '#protocol/writing.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ChatServices } from '../../list/services.ts';
import { ask } from '../../vscode/notification.ts';
import { openFolders } from '../../vscode/openFolders.ts';
import { settings } from '../../vscode/settings.ts';
import type { ChatState } from './chatHistory.ts';

/** The log that a chat is written to, as of its last line. */
export interface Recording {
  readonly session: SessionRef;
  readonly end: LogEnd;
  /** This write started the session. */
  readonly created: boolean;
}

export interface Recorded {
  /** Undefined if nothing is recorded, or no longer. */
  readonly recording: Recording | undefined;
  /** Sentences for the user: why something is not recorded, who else writes. */
  readonly notes: readonly string[];
}

/** Whether a chat is recorded. Asks once per chat if the user wants to be asked. */
export async function wantsRecording(state: ChatState): Promise<boolean> {
  const choice = recordingChoice(settings.record(), state.record);
  return choice === 'ask' ? askToRecord() : choice === 'on';
}

/** Modal: the message waits for the answer, and would forever if a notification went unseen. */
async function askToRecord(): Promise<boolean> {
  const record = t('Record');
  const answer = await ask(
    'information',
    t('Record this chat as a session?'),
    t(
      'You can continue a session later, here or in a terminal. An unrecorded chat stays only here.',
    ),
    { title: record },
    { title: t("Don't Record"), isCloseAffordance: true },
  );
  return answer === record;
}

/**
 * Writes the first lines of a turn: at the end of the chat's session if we can write its agent's
 * logs, else at the start of a new session that continues it, as does a chat that resumed from
 * before a compaction. Never throws: a turn that cannot be
 * recorded is still answered.
 *
 * @param session the chat's; undefined for a chat that starts one.
 */
export async function beginRecording(
  services: ChatServices,
  state: ChatState,
  session: SessionSummary | undefined,
  events: readonly NewEvent[],
): Promise<Recorded> {
  const { before } = state;
  // What follows the compaction in its log is not part of this chat.
  if (
    before === undefined &&
    session !== undefined &&
    adapterById(session.agent)?.writer !== undefined
  ) {
    const recording = {
      session: sessionRef(session),
      end: state.end ?? { size: session.size, identity: undefined },
      created: false,
    };
    const recorded = await record(services, recording, events);
    const isReadOnly = recorded.failure?.reason === 'notOurs';
    return isReadOnly ? create(services, session, events) : recorded;
  }
  return create(services, session, events, before);
}

/**
 * Appends to a chat's session. Never throws.
 *
 * @param journal of the appended turn; deleted after success and after a reported failure.
 */
export async function record(
  services: ChatServices,
  recording: Recording,
  events: readonly NewEvent[],
  journal?: string,
): Promise<Recorded & { readonly failure?: WriteFailure }> {
  const { worker } = services;
  const { path } = recording.session;
  const after = recording.end.identity === undefined ? undefined : recording.end;
  try {
    let result = await worker.request('write/append', { path, events, after, journal });
    if (!result.ok && (result.failure.reason === 'busy' || result.failure.uncertain)) {
      const rest = events.slice(result.failure.written);
      result = await worker.request('write/append', { path, events: rest, again: true, journal });
    }
    if (!result.ok) {
      if (journal !== undefined) {
        await worker.request('journal/drop', { journal });
      }
      return { ...notRecorded(result.failure), failure: result.failure };
    }
    const { end, otherWriter } = result.value;
    const note = t(
      'Another window or the agent is also writing to this session. Nothing is lost; its messages are included from your next message on.',
    );
    return { recording: { ...recording, end }, notes: otherWriter === undefined ? [] : [note] };
  } catch (error) {
    return failed(services, error);
  }
}

async function create(
  services: ChatServices,
  session: SessionSummary | undefined,
  events: readonly NewEvent[],
  before?: string,
): Promise<Recorded> {
  const cwd = session?.cwd ?? openFolders()[0];
  if (cwd === undefined) {
    return unrecorded(t('Not recorded: sessions belong to a folder on disk, and none is open.'));
  }
  const from = session && { path: session.path, before };
  try {
    const result = await services.worker.request('write/create', { cwd, events, from });
    if (!result.ok) {
      return notRecorded(result.failure);
    }
    const { session: begun, end } = result.value;
    return { recording: { session: begun, end, created: true }, notes: [] };
  } catch (error) {
    return failed(services, error);
  }
}

function notRecorded({ message }: WriteFailure): Recorded {
  return unrecorded(t('Not recorded: {0}', message));
}

function failed({ log }: Pick<ChatServices, 'log'>, error: unknown): Recorded {
  log.error('chat', 'recording failed', error);
  return unrecorded(t('Not recorded due to a problem. See the Session Browser log for details.'));
}

function unrecorded(note: string): Recorded {
  return { recording: undefined, notes: [note] };
}

/** Milliseconds of text to write in one go. */
const textMs = 1_000;
/** Code points of the message, to recognize it by. */
const promptLength = 80;

export type RunningTurn = ReturnType<typeof runningTurn>;

/**
 * Journals a turn on disk until it is in its session's log, so a killed window loses at most the
 * last second. Best effort: failures never reach the turn, and the turn never waits.
 *
 * @param recording the session as of the user's message.
 */
export function runningTurn(
  { worker, log }: Pick<ChatServices, 'worker' | 'log'>,
  { session, end }: Recording,
  prompt: string,
) {
  let pending: TurnStep[] = [];
  let timer: NodeJS.Timeout | undefined;
  const begun = worker
    .request('journal/begin', { session, end, prompt: oneLine(prompt, promptLength) })
    .catch((error: unknown) => {
      log.warn('chat', 'turn is not kept while it runs', { reason: String(error) });
      return undefined;
    });
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const steps = pending;
    pending = [];
    // The worker answers in request order, so steps keep theirs.
    void begun
      .then((journal) =>
        journal === undefined ? undefined : worker.request('journal/add', { journal, steps }),
      )
      .catch((error: unknown) => {
        log.warn('chat', 'step of a turn is not kept', { reason: String(error) });
      });
  };
  return {
    add: (step: TurnStep): void => {
      const last = pending.at(-1);
      if (step.kind === 'text' && last?.kind === 'text') {
        pending[pending.length - 1] = { kind: 'text', text: last.text + step.text };
      } else {
        pending.push(step);
      }
      if (step.kind === 'text') {
        timer ??= setTimeout(flush, textMs);
      } else {
        flush();
      }
    },
    /** Ends the turn. @returns the journal, for the caller to write the turn or drop it. */
    end: (): Promise<string | undefined> => {
      clearTimeout(timer);
      pending = [];
      return begun;
    },
  };
}
