import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression as the product's code writes it. */
export interface RegexLiteral {
  readonly place: string;
  readonly regex: RegExp;
  /** The text is split at its matches. */
  readonly splits: boolean;
}

/** All of a folder's TypeScript. */
export function regexLiterals(folder: string): readonly RegexLiteral[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .flatMap((path) => literalsIn(join(folder, path)));
}

function literalsIn(path: string): readonly RegexLiteral[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: RegexLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const end = node.text.lastIndexOf('/');
      const { parent } = node;
      found.push({
        place: `${path}:${line + 1}`,
        regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
        splits: ts.isCallExpression(parent) && parent.expression.getText().endsWith('.split'),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
