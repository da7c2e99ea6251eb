/**
 * @typedef {import('./spreadCalls.mjs').Rule} Rule
 * @typedef {ReturnType<Rule['create']>} Visitor
 * @typedef {Parameters<NonNullable<Visitor['Identifier']>>[0]} Name
 * @typedef {Parameters<NonNullable<Visitor['PrivateIdentifier']>>[0]} PrivateName
 */

/** British spelling, in comments and in names. */
const british =
  '\\b(?:colou?rise|colour|summaris(?!es\\b)|recognis|normalis|serialis|initialis|organis|minimis|maximis|capitalis|behaviour|favour|honour|neighbour|catalogue|centre|grey|analyse|labelled|modelled|licence|learnt|spelt)';

/** Phrases of no native speaker. Each has a plain form, such as: is notified of, pending, the caller, idle. */
const odd = [
  'go(?:es|ne)? on with',
  'tells? of',
  'told of',
  'untold',
  'summed up',
  'is heeded',
  'whosever',
  'whoever',
  '(?:for|by|to|of) nobody',
  'nobody who',
].join('|');

/** Names that were given up, word by word. */
const oddNames =
  '\\b(?:told of|untold|wish|shelf|hopeless|whoever|whosever|unkeep|may show|passed on|late panels|late models|told answer|told of others|take row)\\b';

const inComments = new RegExp(`\\b(?:${odd})\\b|${british}|\\bcancell(?:ed|ing)\\b`, 'i');
const inNames = new RegExp(`${oddNames}|${british}`, 'i');

/**
 * Comments are American English as people speak it.
 * @type {Rule}
 */
export const plainComments = {
  create(context) {
    return {
      Program() {
        for (const { text, loc } of blocksOf(context.sourceCode.getAllComments())) {
          const found = inComments.exec(text.replace(/\s+(?:\*\s+)?/g, ' '));
          if (found !== null) {
            context.report({ loc, message: messageOf(found[0]) });
          }
        }
      },
    };
  },
};

/**
 * Likewise names.
 * @type {Rule}
 */
export const plainNames = {
  create(context) {
    /** @type {Set<string>} */
    const seen = new Set();
    /** @param {Name | PrivateName} node */
    const check = (node) => {
      const found = inNames.exec(node.name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' '));
      // One message for a name in a file: it is declared in one place.
      if (found !== null && !seen.has(node.name)) {
        seen.add(node.name);
        context.report({ node, message: messageOf(found[0]) });
      }
    };
    return {
      Identifier: check,
      PrivateIdentifier: check,
    };
  },
};

/** @param {string} words */
function messageOf(words) {
  return `“${words}” is not plain American English: see test/lint/words.mjs.`;
}

/**
 * Comments as they are read: lines that follow each other are one.
 * @param {ReturnType<Parameters<Rule['create']>[0]['sourceCode']['getAllComments']>} comments
 */
function blocksOf(comments) {
  /** @type {{ text: string, loc: typeof comments[number]['loc'] }[]} */
  const blocks = [];
  for (const { type, value, loc } of comments) {
    const last = blocks.at(-1);
    if (type === 'Line' && last?.loc.end.line === loc.start.line - 1) {
      blocks[blocks.length - 1] = {
        text: `${last.text} ${value}`,
        loc: { start: last.loc.start, end: loc.end },
      };
    } else {
      blocks.push({ text: value, loc });
    }
  }
  return blocks;
}
