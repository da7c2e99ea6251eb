import { benchLog, formats, homeOf, type Format } from '../data/benchData.ts';
import { compare } from '../measure.ts';
import { growthRow, type BenchRow, type TimedShare } from '../row.ts';
import { parseBare } from './bare.ts';
import { newStore } from './store.ts';

const against = 'read and JSON.parse every line';

/** Index, summary and problems, as the worker computes them for an open session. */
function timedOpen(format: Format): TimedShare {
  return async (scale, share) => {
    const path = await benchLog(format, scale.large * share);
    const home = homeOf(path);
    return {
      run: async () => {
        const { store } = newStore(home);
        const state = (await store.whole(path)).state();
        if (!state.complete || state.problems.lost > 0) {
          throw new Error(`${path} was not read whole.`);
        }
        return [store.summarise(path), state];
      },
    };
  };
}

function timedConversation(format: Format): TimedShare {
  return async (scale, share) => {
    const path = await benchLog(format, scale.large * share);
    const home = homeOf(path);
    return { run: () => newStore(home).store.conversation(path) };
  };
}

function againstParsing(name: string, title: string, format: Format, timed: TimedShare): BenchRow {
  return {
    name: format === 'keen' ? name : `${name}:${format}`,
    title: format === 'keen' ? title : `${title} (${format})`,
    against,
    unit: 'ms',
    target: 1.2,
    async find(scale) {
      const path = await benchLog(format, scale.large);
      return compare(await timed(scale, 1), { run: () => parseBare(path) }, scale.runs);
    },
  };
}

const openTitle = 'open a session: index, summary, problems';
const conversationTitle = 'conversation of a session';

export const readRows: readonly BenchRow[] = [
  ...formats.map((format) => againstParsing('open', openTitle, format, timedOpen(format))),
  ...formats.map((format) =>
    againstParsing('conversation', conversationTitle, format, timedConversation(format)),
  ),
];

export const readGrowth: readonly BenchRow[] = [
  growthRow('open', openTitle, timedOpen('keen')),
  growthRow('open:pi', openTitle, timedOpen('pi')),
  growthRow('conversation', conversationTitle, timedConversation('keen')),
];
