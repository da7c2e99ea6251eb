import ts from 'typescript';

/**
 * Where code decides by an agent's id: a comparison, a case, a lookup by name. What an agent can do
 * is a method of its adapter, so no such place may exist outside the registry.
 *
 * @param ids of the registered adapters
 * @returns a sentence for each place
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
  const isId = (other: ts.Node): boolean =>
    (ts.isStringLiteralLike(other) && ids.includes(other.text)) ||
    (ts.isPropertyAccessExpression(other) && other.getText().endsWith('Adapter.id'));
  if (ts.isBinaryExpression(node)) {
    return isEquality(node.operatorToken.kind) && (isId(node.left) || isId(node.right));
  }
  if (ts.isCaseClause(node)) {
    return isId(node.expression);
  }
  if (ts.isElementAccessExpression(node)) {
    return isId(node.argumentExpression);
  }
  // A table by id is a switch in disguise.
  return (
    (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
    (isId(node.name) || (ts.isIdentifier(node.name) && ids.includes(node.name.text)))
  );
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
