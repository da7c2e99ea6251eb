import ts from 'typescript';

/**
 * An ID that is also a word in our code, or in an agent's format. It may name a property or a way of grouping; comparing an
 * agent or an ID with it is still a decision.
 */
const ownWords: ReadonlySet<string> = new Set(['agent', 'gemini']);

/**
 * Finds code that decides by an agent's ID: a comparison, a case, a lookup by name. What an agent
 * can do is a method of its adapter, so no such code may exist outside the registry.
 *
 * @param ids of the registered adapters
 * @returns a message for each occurrence
 */
export function agentIdFaults(
  path: string,
  text: string,
  ids: readonly string[],
): readonly string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, kind);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (decides(node, ids)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${path}:${line + 1} decides by an agent's id: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

function decides(node: ts.Node, ids: readonly string[]): boolean {
  /** @param asked what the literal is compared with or looked up in. */
  const isId = (other: ts.Node, asked: ts.Node): boolean =>
    (ts.isStringLiteralLike(other) &&
      ids.includes(other.text) &&
      (!ownWords.has(other.text) || isOfAgents(asked))) ||
    (ts.isPropertyAccessExpression(other) && other.getText().endsWith('Adapter.id'));
  if (ts.isBinaryExpression(node)) {
    const { left, right } = node;
    return isEquality(node.operatorToken.kind) && (isId(left, right) || isId(right, left));
  }
  if (ts.isCaseClause(node)) {
    return isId(node.expression, node.parent.parent.expression);
  }
  if (ts.isElementAccessExpression(node)) {
    return isId(node.argumentExpression, node.expression);
  }
  // A table by ID is a switch in disguise.
  if (!ts.isPropertyAssignment(node) && !ts.isMethodDeclaration(node)) {
    return false;
  }
  const { name } = node;
  const isNamed = ts.isIdentifier(name) && ids.includes(name.text) && !ownWords.has(name.text);
  return isNamed || isId(name, name);
}

/** Whether an expression looks like an agent or its ID: `session.agent`, `adapter.id`. */
function isOfAgents(node: ts.Node): boolean {
  return /(?:agent|\bid|Id)$/i.test(node.getText());
}

function isEquality(kind: ts.SyntaxKind): boolean {
  switch (kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
      return true;
    default:
      return false;
  }
}
