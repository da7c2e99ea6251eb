import ts from 'typescript';

/** Functions of `src/base/l10n.ts` and the page, and which of their arguments are texts. */
const translators: ReadonlyMap<string, readonly number[]> = new Map([
  ['t', [0]],
  ['plural', [1, 2]],
  ['sentence', [0]],
]);

export interface ReaderText {
  /** English; of what is put together, the parts with `{}` between them. */
  readonly text: string;
  readonly place: string;
}

export interface ReaderTexts {
  readonly texts: readonly ReaderText[];
  /** Literals that read as if they were for people and go round the translation. */
  readonly bypasses: readonly ReaderText[];
  /** Sentences about texts that are translated in a way that cannot work. */
  readonly faults: readonly string[];
}

/**
 * Everything that a file has for people to read.
 *
 * @param path shown in faults; its ending says whether there is JSX.
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

/** Numbers of a text's placeholders, each once, in order. */
export function placeholders(text: string): readonly number[] {
  const found = [...text.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at));
  return [...new Set(found)].sort((a, b) => a - b);
}

function translatorOf(call: ts.CallExpression): readonly number[] | undefined {
  return ts.isIdentifier(call.expression) ? translators.get(call.expression.text) : undefined;
}

/** What is in it runs when it is called, or when an object is made. */
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

/** What a literal or a JSX text says, if it reads as if it were for people. */
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
  // Tags are no words, and what the product is called is the same in every language.
  const shown = text.replace(/<[^>]*>/g, '').replaceAll('Session Browser', '');
  return (/\p{L}/u.test(shown) && isDrawn(node)) || readsAsWords(shown) ? text : undefined;
}

/** Whether a literal is what an element of JSX holds or what a label of one says. */
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

/** Two words beside each other, a word and what a number or a name would say, or a word as a title. */
function readsAsWords(text: string): boolean {
  return (
    /(^|[^\p{L}\p{N}_/.$-])\p{L}{2,}[,.:;!?…]?\s+(\S*\s)?["“(]?(\p{L}{2,}|\{\})/u.test(text) ||
    /\{\}[,.:;!?…]?\s+\(?\p{L}{2,}/u.test(text) ||
    /^\p{Lu}\p{Ll}+[.…!?:]?$/u.test(text)
  );
}

/** Attributes of elements and components that are read, be it by a screen reader. */
const labels = new Set(['alt', 'aria-label', 'label', 'placeholder', 'title']);

/** Attributes that hold words of the format. */
const codeAttributes = new Set(['class', 'className', 'content', 'http-equiv', 'id', 'key', 'rel']);

/** Literals in places where only programs read them. */
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

/** Methods that look for a text, for an element or for a field. */
const matchers =
  /\.(startsWith|endsWith|includes|closest|querySelector(All)?|get|raw|text)(<.*>)?$/;

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/** Nothing within these is for people: types, faults of ours, lines of the log. */
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
