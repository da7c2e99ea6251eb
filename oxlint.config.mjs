const noHtml = ['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
  property,
  message: 'No HTML strings: build nodes.',
}));
/** VS Code makes live links of words in notifications. */
const inertNotifications = ['showErrorMessage', 'showWarningMessage', 'showInformationMessage'].map(
  (property) => ({
    property,
    message: 'Use `notify` or `ask` of host/notification.ts: no link comes of their words.',
  }),
);

/** @param {string[]} names */
const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']));

/** What typescript-eslint calls strict and stylistic, as far as it needs no options. */
const strict = errors(
  [
    'adjacent-overload-signatures',
    'array-type',
    'await-thenable',
    'ban-tslint-comment',
    'class-literal-property-style',
    'consistent-generic-constructors',
    'consistent-indexed-object-style',
    'consistent-type-assertions',
    'consistent-type-imports',
    'no-array-delete',
    'no-base-to-string',
    'no-confusing-non-null-assertion',
    'no-deprecated',
    'no-duplicate-enum-values',
    'no-duplicate-type-constituents',
    'no-dynamic-delete',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extra-non-null-assertion',
    'no-extraneous-class',
    'no-floating-promises',
    'no-for-in-array',
    'no-implied-eval',
    'no-inferrable-types',
    'no-invalid-void-type',
    'no-meaningless-void-operator',
    'no-misused-new',
    'no-misused-promises',
    'no-misused-spread',
    'no-mixed-enums',
    'no-namespace',
    'no-non-null-asserted-nullish-coalescing',
    'no-non-null-asserted-optional-chain',
    'no-non-null-assertion',
    'no-redundant-type-constituents',
    'no-require-imports',
    'no-this-alias',
    'no-unnecessary-boolean-literal-compare',
    'no-unnecessary-condition',
    'no-unnecessary-template-expression',
    'no-unnecessary-type-arguments',
    'no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint',
    'no-unnecessary-type-conversion',
    'no-unnecessary-type-parameters',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-declaration-merging',
    'no-unsafe-enum-comparison',
    'no-unsafe-function-type',
    'no-unsafe-member-access',
    'no-unsafe-return',
    'no-unsafe-unary-minus',
    'no-useless-default-assignment',
    'no-wrapper-object-types',
    'non-nullable-type-assertion-style',
    'only-throw-error',
    'prefer-as-const',
    'prefer-find',
    'prefer-for-of',
    'prefer-function-type',
    'prefer-includes',
    'prefer-literal-enum-member',
    'prefer-namespace-keyword',
    'prefer-nullish-coalescing',
    'prefer-optional-chain',
    'prefer-promise-reject-errors',
    'prefer-reduce-type-parameter',
    'prefer-regexp-exec',
    'prefer-return-this-type',
    'prefer-string-starts-ends-with',
    'related-getter-setter-pairs',
    'require-await',
    'triple-slash-reference',
    'unified-signatures',
    'use-unknown-in-catch-callback-variable',
  ].map((name) => `typescript/${name}`),
);

/** What a linter can check of accessibility; the page's tests ask axe for the rest. */
const access = errors(
  [
    'alt-text',
    'anchor-has-content',
    'anchor-is-valid',
    'aria-activedescendant-has-tabindex',
    'aria-props',
    'aria-proptypes',
    'aria-role',
    'aria-unsupported-elements',
    'autocomplete-valid',
    'heading-has-content',
    'html-has-lang',
    'iframe-has-title',
    'img-redundant-alt',
    'label-has-associated-control',
    'lang',
    'media-has-caption',
    'mouse-events-have-key-events',
    'no-access-key',
    'no-aria-hidden-on-focusable',
    'no-autofocus',
    'no-distracting-elements',
    'no-interactive-element-to-noninteractive-role',
    'no-noninteractive-element-to-interactive-role',
    'no-redundant-roles',
    'role-supports-aria-props',
    'scope',
    'tabindex-no-positive',
    'anchor-ambiguous-text',
  ].map((name) => `jsx-a11y/${name}`),
);

/** @type {import('oxlint').OxlintConfig} */
export default {
  plugins: ['typescript', 'import', 'react', 'jsx-a11y'],
  jsPlugins: ['./test/lint/plugin.mjs'],
  // Every rule is named here, so that a newer linter finds the same.
  categories: { correctness: 'off' },
  ignorePatterns: ['dist/**', 'node_modules/**'],
  options: { reportUnusedDisableDirectives: 'error' },
  rules: {
    ...strict,
    ...errors([
      'no-array-constructor',
      'no-useless-constructor',
      'no-var',
      'prefer-rest-params',
      'prefer-spread',
      'no-empty-function',
      'no-console',
      'eqeqeq',
      'prefer-const',
      'import/no-default-export',
      'react/no-danger',
    ]),
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-restricted-properties': ['error', ...noHtml, ...inertNotifications],
    'session-browser/plain-comments': 'error',
    'session-browser/plain-names': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/dot-notation': 'error',
  },
  overrides: [
    {
      files: ['src/host/vscode/notification.ts', 'test/**'],
      rules: { 'no-restricted-properties': 'off', 'import/no-default-export': 'off' },
    },
    {
      // The package's other server makes schemas of its own; ours are a table that package.json repeats.
      files: ['src/mcp/server.ts'],
      rules: { 'typescript/no-deprecated': 'off' },
    },
    {
      files: ['webview/{document,replay/rows,kit/{surface,markdown,code,text,widgets}}/**'],
      excludeFiles: ['webview/document/script/**'],
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
      // Whose lists are as long as foreign files make them.
      files: ['src/{base,core,agents,protocol,store,inspect}/**', 'webview/**'],
      excludeFiles: ['src/store/tools/**'],
      rules: { 'session-browser/no-spread-calls': 'error' },
    },
    {
      files: ['src/{core,agents}/**'],
      excludeFiles: ['src/core/jsonl/**', 'src/agents/keen/write/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...noHtml,
          ...inertNotifications,
          {
            object: 'JSON',
            property: 'parse',
            message:
              'Use `parseShallow` of core/jsonl: foreign values may be nested any number of levels.',
          },
        ],
      },
    },
    { files: ['webview/**/*.tsx'], rules: access },
    {
      files: ['test/**'],
      rules: { 'typescript/no-non-null-assertion': 'off' },
    },
    {
      files: ['**/*.mjs'],
      rules: {
        'no-console': 'off',
        'import/no-default-export': 'off',
        // These two do not see JSDoc casts, the only ones there are in these files; tsc does.
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // These belong to no TypeScript project; checkJs covers test/**/*.mjs.
      files: ['esbuild.mjs', 'oxlint.config.mjs'],
      rules: Object.fromEntries(Object.keys(strict).map((name) => [name, 'off'])),
    },
    // It says the needed Node to one that is too old, which knows no `let`.
    { files: ['test/vscode/nodeVersion.mjs'], rules: { 'no-var': 'off' } },
  ],
};
