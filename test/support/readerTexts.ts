import ts from 'typescript';

/** Functions of `src/base/l10n.ts` and the page, and which of their arguments are texts. */
const translators: ReadonlyMap<string, readonly number[]> = new Map([
  ['t', [0]],
  ['plural', [1, 2]],
  ['sentence', [0]],
]);

interface ReaderText {
  /** English; for composed texts, the parts with `{}` in between. */
  readonly text: string;
  readonly place: string;
}

interface ReaderTexts {
  readonly texts: readonly ReaderText[];
  /** Literals that look user-facing but bypass translation. */
  readonly bypasses: readonly ReaderText[];
  /** Messages about texts that cannot be translated as written. */
  readonly faults: readonly string[];
}

/**
 * All user-facing texts of a file.
 *
 * @param path shown in messages; its extension tells whether there is JSX.
 */
export function readerTexts(path: string, code: string): ReaderTexts {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const texts: ReaderText[] = [];
  const bypasses: ReaderText[] = [];
  const faults: string[] = [];
  const placeOf = (node: ts.Node) =>
    `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

  const visit = (node: ts.Node): void => {
    if (isApart(node)) {
      return;
    }
    if (ts.isCallExpression(node)) {
      readCall(node);
    }
    const words = wordsOf(node);
    if (words !== undefined && !isMessage(node)) {
      bypasses.push({ text: words, place: placeOf(node) });
    }
    ts.forEachChild(node, visit);
  };

  const readCall = (call: ts.CallExpression): void => {
    if (call.expression.getText() === 'vscode.l10n.t') {
      faults.push(`${placeOf(call)} translates by vscode.l10n.t and not by t of src/base/l10n.ts.`);
    }
    const places = translatorOf(call);
    if (places !== undefined && ts.findAncestor(call, isRunLater) === undefined) {
      faults.push(
        `${placeOf(call)} translates while its module loads, before the language is known.`,
      );
    }
    for (const place of places ?? []) {
      const message = call.arguments[place];
      if (message === undefined || !ts.isStringLiteralLike(message)) {
        faults.push(`${placeOf(call)} translates what is no literal.`);
        continue;
      }
      texts.push({ text: message.text, place: placeOf(message) });
      const isSpread = call.arguments.some((argument) => ts.isSpreadElement(argument));
      // The count of `plural` is the first of them.
      const given = call.arguments.length - (places?.length ?? 0);
      if (!isSpread && placeholders(message.text).some((at) => at >= given)) {
        faults.push(`${placeOf(message)} has a placeholder without an argument: ${message.text}`);
      }
    }
  };

  visit(file);
  return { texts, bypasses, faults };
}

/** A text's distinct placeholder numbers, in order. */
export function placeholders(text: string): readonly number[] {
  const found = [...text.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at));
  return [...new Set(found)].sort((a, b) => a - b);
}

function translatorOf(call: ts.CallExpression): readonly number[] | undefined {
  return ts.isIdentifier(call.expression) ? translators.get(call.expression.text) : undefined;
}

/** Its body runs when it is called, or when an object is created. */
function isRunLater(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || (ts.isPropertyDeclaration(node) && !isStatic(node));
}

function isStatic(node: ts.PropertyDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
}

function isMessage(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    translatorOf(parent)?.some((place) => parent.arguments[place] === node) === true
  );
}

/** The text of a literal or JSX node, if it looks user-facing. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) {
    return /\p{L}/u.test(node.text) ? node.text.trim() : undefined;
  }
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map((part) => part.text)
          .join('{}')
      : undefined;
  if (text === undefined || isCode(node)) {
    return undefined;
  }
  // Tags are not words, and the extension's name is the same in every language.
  const shown = text.replace(/<[^>]*>/g, '').replaceAll('Session Browser', '');
  return (/\p{L}/u.test(shown) && isDrawn(node)) || readsAsWords(shown) ? text : undefined;
}

/** Whether a literal is the content or a label of a JSX element. */
function isDrawn(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) {
    return labels.has(parent.name.getText());
  }
  if (ts.isJsxExpression(parent)) {
    return !ts.isJsxAttribute(parent.parent) || isDrawn(parent);
  }
  return (
    (ts.isConditionalExpression(parent) && parent.condition !== node && isDrawn(parent)) ||
    (ts.isBinaryExpression(parent) && parent.right === node && isDrawn(parent)) ||
    (ts.isParenthesizedExpression(parent) && isDrawn(parent))
  );
}

/** Two adjacent words, a word with a number or name, or a capitalized word. */
function readsAsWords(text: string): boolean {
  return (
    /(^|[^\p{L}\p{N}_/.$-])\p{L}{2,}[,.:;!?…]?\s+(\S*\s)?["“(]?(\p{L}{2,}|\{\})/u.test(text) ||
    /\{\}[,.:;!?…]?\s+\(?\p{L}{2,}/u.test(text) ||
    /^\p{Lu}\p{Ll}+[.…!?:]?$/u.test(text)
  );
}

/** User-facing attributes of elements and components, including for screen readers. */
const labels = new Set(['alt', 'aria-label', 'label', 'placeholder', 'title']);

/** Attributes with technical values. */
const codeAttributes = new Set(['class', 'className', 'content', 'http-equiv', 'id', 'key', 'rel']);

/** Literals that only programs read. */
function isCode(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isLiteralTypeNode(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind)) ||
    (ts.isCallExpression(parent) && matchers.test(parent.expression.getText())) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
  );
}

/** Methods that search for a text, an element or a field. */
const matchers =
  /\.(startsWith|endsWith|includes|closest|querySelector(All)?|get|raw|text)(<.*>)?$/;

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/** Contains nothing user-facing: types, internal errors, log lines. */
function isApart(node: ts.Node): boolean {
  if (ts.isTypeNode(node)) {
    return true;
  }
  if (ts.isNewExpression(node)) {
    return /^(Type|Range)?Error$/.test(node.expression.getText());
  }
  if (ts.isJsxAttribute(node)) {
    return codeAttributes.has(node.name.getText());
  }
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /(^|[.#])log$/.test(node.expression.expression.getText())
  );
}
