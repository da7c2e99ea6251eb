import buildMathML, { type TemmlNode } from 'temml/src/buildMathML.js';
import { StyleLevel } from 'temml/src/constants.js';
import parseTree from 'temml/src/parseTree.js';
import Settings from 'temml/src/Settings.js';
import Style from 'temml/src/Style.js';

/** An element of MathML, or text. */
export type MathNode =
  | string
  | {
      readonly tag: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: readonly MathNode[];
    };

/**
 * Elements and attributes that only draw. Everything else (links, styles, sources) is left out, so
 * it does not matter what the converter makes of a hostile formula.
 */
const tags = [
  /^(?:math|mrow|mi|mo|mn|ms|mtext|mspace|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover)$/,
  /^(?:munderover|mmultiscripts|mprescripts|mtable|mtr|mtd|mpadded|mphantom|mstyle)$/,
  /^(?:menclose|merror)$/,
];
const attributes = [
  /^(?:display|displaystyle|scriptlevel|stretchy|symmetric|largeop|movablelimits|fence|separator)$/,
  /^(?:form|accent|accentunder|lspace|rspace|minsize|maxsize|linethickness|mathvariant)$/,
  /^(?:width|height|depth|voffset|notation|columnspan|rowspan|class)$/,
];

function isIn(names: readonly RegExp[], name: string): boolean {
  return names.some((some) => some.test(name));
}

/** Deeper and longer formulas are not real ones, and take quadratic time. */
const deepest = 60;
const deepestBraces = 20;
const longest = 1_000;

/** This module is a chunk of its own. Undefined for what is no formula. */
export function mathTree(formula: string): MathNode | undefined {
  if (formula.length > longest || braces(formula) > deepestBraces) {
    return undefined;
  }
  try {
    return checked(convert(formula), 0);
  } catch (error) {
    // Not only its own errors: a formula that exhausts the stack must still be readable.
    if (error instanceof Error) {
      return undefined;
    }
    throw error;
  }
}

function braces(formula: string): number {
  let [depth, most] = [0, 0];
  for (const [brace] of formula.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** @throws Error for what is no formula. */
function convert(formula: string): TemmlNode {
  const settings = new Settings({
    displayMode: true,
    trust: false,
    maxExpand: 100,
    maxSize: [20, 200],
  });
  const { maxSize } = settings;
  const style = new Style({ level: StyleLevel.DISPLAY, maxSize });
  return buildMathML(parseTree(formula, settings), formula, style, settings);
}

/** @throws Error for a formula that is nested too deeply. */
function checked(node: TemmlNode, depth: number): MathNode | undefined {
  if (depth > deepest) {
    throw new Error('The formula is nested too deeply.');
  }
  if (node.text !== undefined) {
    return node.text;
  }
  const children = (node.children ?? []).flatMap((child) => checked(child, depth + 1) ?? []);
  if (node.type === undefined) {
    // A fragment.
    return { tag: 'mrow', attributes: {}, children };
  }
  if (!isIn(tags, node.type)) {
    return undefined;
  }
  const kept = Object.entries(node.attributes ?? {}).flatMap(([name, value]) =>
    isIn(attributes, name) ? [[name, String(value)] as const] : [],
  );
  const classes = (node.classes ?? []).filter((name) => name !== '').join(' ');
  return {
    tag: node.type,
    attributes: Object.fromEntries(classes === '' ? kept : [...kept, ['class', classes]]),
    children,
  };
}
