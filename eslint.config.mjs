import { defineConfig } from 'eslint/config';
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';

/** What each layer may not import; the compiler, the guard bundle and a test say the same. */
const node = {
  regex: `^(node:.*|(${builtinModules.join('|')}))$`,
  message: 'This layer does not know Node.',
};
const vscode = { regex: '^vscode$', message: 'Only src/host may import vscode.' };
const page = {
  regex: '/webview/|^preact(/|$)|^@preact/',
  message: 'This is the page’s.',
};
/** Expressions, not patterns: in a pattern `#` begins a comment. @param {...string} names */
const layers = (...names) => ({
  regex: `(^#|/)(${names.join('|')})/`,
  message: 'The dependency rule in src/README.md forbids this import.',
});
/** What the page alone has; rows that are drawn in a document too must not need it. */
const pageOnly = {
  regex: '(^|/)(page|model|virtual|find)/|^@vscode/webview-ui-toolkit',
  message: 'A document has no page.',
};
const documents = { regex: '(^|/)document/', message: 'The page knows nothing of documents.' };
const zod = {
  regex: '^zod(/|$)',
  message: 'Schemas live in agents, protocol, store and host.',
};

/** @param {string[]} files @param {object[]} patterns */
const forbid = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** VS Code makes live links of words in notifications. */
const inertNotifications = [
  {
    selector: 'MemberExpression[property.name=/^show(Error|Warning|Information)Message$/]',
    message: 'Use `notify` or `ask` of host/notification.ts: no link comes of their words.',
  },
];

export default defineConfig(
  { ignores: ['dist/**', 'node_modules/**'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'No HTML strings: build nodes.',
        },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'No HTML strings: build nodes.',
        },
        ...inertNotifications,
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-generated-empty-object-type': 'off',
    },
  },
  forbid(
    ['src/base/**'],
    node,
    vscode,
    page,
    zod,
    layers('core', 'agents', 'store', 'protocol', 'host'),
  ),
  forbid(['src/core/**'], node, vscode, page, zod, layers('agents', 'store', 'protocol', 'host')),
  forbid(['src/agents/**'], node, vscode, page, layers('store', 'protocol', 'host')),
  forbid(['src/protocol/**'], node, vscode, page, layers('agents', 'store', 'host')),
  forbid(['src/store/**'], vscode, page, layers('host')),
  forbid(['src/inspect/**', 'src/mcp/**'], vscode, page, layers('host')),
  forbid(['src/host/**', 'src/extension.ts'], page),
  {
    files: ['src/host/vscode/notification.ts', 'test/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The package's other server makes schemas of its own; ours are a table that package.json repeats.
    files: ['src/mcp/server.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  forbid(['webview/**'], node, vscode, zod, documents, layers('agents', 'store', 'host')),
  forbid(
    ['webview/{rows,surface,markdown,code,text,widgets}/**'],
    node,
    vscode,
    zod,
    documents,
    pageOnly,
    layers('agents', 'store', 'host'),
  ),
  forbid(['webview/document/**'], node, vscode, zod, pageOnly, layers('agents', 'store', 'host')),
  {
    files: ['webview/{document,rows,surface,markdown,code,text,widgets}/**'],
    ignores: ['webview/document/script/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['document', 'window', 'navigator', 'location', 'self'].map((name) => ({
          name,
          message: 'Rows are drawn without a DOM too.',
        })),
      ],
    },
  },
  {
    files: ['webview/**/*.tsx'],
    ...jsxA11y.flatConfigs?.recommended,
  },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [] }],
    },
  },
  {
    files: ['**/*.mjs'],
    rules: {
      'no-console': 'off',
      // These two do not see JSDoc casts, the only ones there are in these files; tsc does.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // The two root scripts belong to no TypeScript project; checkJs covers test/**/*.mjs.
  { files: ['*.mjs'], ...tseslint.configs.disableTypeChecked },
  { files: ['eslint.config.mjs'], rules: { 'no-restricted-syntax': 'off' } },
);
