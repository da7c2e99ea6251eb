import type { LogPlan } from './logPlan.ts';
import type { Random } from '../../support/random.ts';
import type { Texts } from './texts.ts';

/** What happens in a session, for formats with a line for each message. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly thinking: string;
      readonly text: string;
      readonly calls: readonly Call[];
    }
  | { readonly role: 'result'; readonly call: Call; readonly text: string };

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

export function* messages(random: Random, texts: Texts, plan: LogPlan): Generator<Message> {
  for (;;) {
    yield { role: 'user', text: texts.prose(random.size(220, 1, 20_000)) };
    const wanted = random.size(plan.turnLength, 1.4, plan.longestTurn);
    for (let length = 0; length < wanted;) {
      const call = { id: `call_${random.hex(16)}`, ...callOf(random, texts) };
      const thinking = random.chance(0.4) ? texts.prose(random.size(300, 0.8, 8_000)) : '';
      const text = random.chance(0.4) ? texts.prose(random.size(200, 0.8, 3_000)) : '';
      yield { role: 'assistant', thinking, text, calls: [call] };
      const size = Math.min(Math.max(200, wanted - length), random.size(1_500, 1.6, 2_000_000));
      yield {
        role: 'result',
        call,
        text: call.name === 'bash' ? texts.terminal(size) : texts.code(size),
      };
      length += size + text.length + thinking.length;
    }
    const text = `${texts.prose(random.size(500, 0.8, 6_000))}\nSee ${texts.rareName()}.`;
    yield { role: 'assistant', thinking: '', text, calls: [] };
  }
}

function callOf(random: Random, texts: Texts): { readonly name: string; readonly input: object } {
  switch (random.below(3)) {
    case 0:
      return { name: 'bash', input: { command: texts.command() } };
    case 1:
      return { name: 'read', input: { path: texts.path(), limit: random.below(2_000) } };
    default:
      return {
        name: 'edit',
        input: { path: texts.path(), oldText: texts.code(300), newText: texts.code(400) },
      };
  }
}
