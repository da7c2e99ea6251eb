/**
 * @typedef {Extract<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { create: unknown }>} Rule
 * @typedef {Parameters<Rule['create']>[0]} Context
 * @typedef {ReturnType<Rule['create']>} Visitor
 * @typedef {Parameters<NonNullable<Visitor['CallExpression']>>[0]} Call
 * @typedef {Parameters<NonNullable<Visitor['NewExpression']>>[0]} Construction
 * @typedef {Exclude<Call['arguments'][number], { type: 'SpreadElement' }>} Expression
 */

const message =
  'A foreign list may be too long for the stack: use a loop, or `append` of base/append.ts.';

/**
 * What is spread into a call lies on the stack, which holds some 100,000 values, and lists are as long
 * as foreign files make them. Allowed is a list that is written out there, and the rest parameter that
 * a function passes on, which was on the stack already.
 * @type {Rule}
 */
export const noSpreadCalls = {
  create(context) {
    /** @param {Call | Construction} call */
    const check = (call) => {
      for (const argument of call.arguments) {
        if (argument.type === 'SpreadElement' && !isBounded(argument.argument, context)) {
          context.report({ node: argument, message });
        }
      }
    };
    return {
      CallExpression(call) {
        check(call);
        if (isApply(call.callee) && call.arguments.length > 1) {
          context.report({ node: call, message });
        }
      },
      NewExpression: check,
    };
  },
};

/** @param {Expression} list @param {Context} context */
function isBounded(list, context) {
  if (list.type === 'ArrayExpression') {
    return list.elements.every((item) => item?.type !== 'SpreadElement');
  }
  if (list.type !== 'Identifier') {
    return false;
  }
  for (let scope = context.sourceCode.getScope(list); ;) {
    const variable = scope.set.get(list.name);
    if (variable !== undefined) {
      return variable.defs.some(
        ({ type, name }) => type === 'Parameter' && name.parent.type === 'RestElement',
      );
    }
    if (scope.upper === null) {
      return false;
    }
    scope = scope.upper;
  }
}

/** @param {Call['callee']} callee */
function isApply(callee) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'apply'
  );
}
