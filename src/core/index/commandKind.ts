/** The most telling first. */
const order = ['tests', 'build', 'install', 'commit', 'checks', 'git', 'other'] as const;

/** What a shell command is for, as far as its words say. */
export type CommandKind = (typeof order)[number];

export interface CommandKinds {
  /** The most telling of all its parts; true if the command succeeded. */
  readonly whole: CommandKind;
  /** Of the part that always ran. */
  readonly first: CommandKind;
}

/** Nobody writes longer ones by hand, and what follows is data. */
const longestCommand = 4_000;

const other: CommandKinds = { whole: 'other', first: 'other' };

/** Both kinds as a number from 1 to 255. */
export function commandCode({ whole, first }: CommandKinds): number {
  return 1 + order.indexOf(whole) * order.length + order.indexOf(first);
}

const decoded = order.flatMap((whole) => order.map((first): CommandKinds => ({ whole, first })));

/** @param code of `commandCode`; anything else gives undefined. */
export function commandKindsOf(code: number): CommandKinds | undefined {
  return decoded[code - 1];
}

/** Says `other` whenever the words leave a doubt. */
export function commandKinds(command: string): CommandKinds {
  const [script = ''] = command.slice(0, longestCommand).split('<<');
  const bare = script
    .replace(/\\[^]/g, '_')
    .replace(/'[^']*'|"[^"]*"/g, '_')
    .replace(/(?:^|\s)#.*/gm, '');
  if (/['"`]|\$\(|\b(?:if|for|while|until|case|function)\b/.test(bare)) {
    return other;
  }
  const [certain = ''] = bare.split('||');
  const kinds = certain
    .split(/&&|[;|&\n]/)
    .map(words)
    .filter(([program]) => program !== undefined && !isPreparing(program))
    .map(kindOf);
  return {
    whole: order.find((kind) => kinds.includes(kind)) ?? 'other',
    first: kinds[0] ?? 'other',
  };
}

/** The words of a simple command, without what only says how it runs. */
function words(part: string): readonly string[] {
  const all = part.replace(/[()]/g, ' ').trim().split(/\s+/);
  const start = all.findIndex(
    (word, at) =>
      !/^[A-Za-z_]\w*=/.test(word) && !wrappers.includes(word) && all[at - 1] !== 'timeout',
  );
  return start < 0 ? [] : all.slice(start).filter((word) => word !== '');
}

const wrappers = ['sudo', 'time', 'env', 'command', 'nohup', 'timeout'];

function isPreparing(program: string): boolean {
  return ['cd', 'export', 'set', 'source', '.', 'pushd', 'popd', 'echo', 'mkdir'].includes(program);
}

const alone: Readonly<Record<string, CommandKind>> = Object.fromEntries([
  ...each('tests', 'pytest jest vitest mocha ava rspec phpunit ctest tox'),
  ...each('build', 'webpack rollup esbuild xcodebuild'),
  ...each(
    'checks',
    'eslint prettier ruff flake8 mypy pylint golangci-lint staticcheck shellcheck rubocop stylelint gofmt pyright',
  ),
]);

/** By the word after the program; the empty word is the program alone. */
const byVerb: Readonly<Record<string, Readonly<Record<string, CommandKind>>>> = {
  go: { test: 'tests', build: 'build', vet: 'checks', fmt: 'checks', get: 'install' },
  cargo: {
    ...{ test: 'tests', nextest: 'tests', build: 'build', clippy: 'checks', fmt: 'checks' },
    ...{ check: 'checks', add: 'install', install: 'install' },
  },
  dotnet: { test: 'tests', build: 'build', restore: 'install' },
  swift: { test: 'tests', build: 'build' },
  mix: { test: 'tests', compile: 'build', 'deps.get': 'install' },
  deno: { test: 'tests', lint: 'checks', check: 'checks' },
  zig: { test: 'tests', build: 'build' },
  playwright: { test: 'tests', install: 'install' },
  vite: { build: 'build' },
  cmake: { '--build': 'build' },
  unittest: { '': 'tests', discover: 'tests' },
  ...same('pip pip3', { install: 'install' }),
  ...same('uv poetry', { add: 'install', sync: 'install', install: 'install' }),
  bundle: { install: 'install', '': 'install' },
  ...same('apt apt-get brew dnf yum', { install: 'install' }),
  apk: { add: 'install' },
  composer: { install: 'install', require: 'install' },
};

/** Words after which another command begins. */
const runners: Readonly<Record<string, readonly string[]>> = {
  ...same('npx bunx pnpx', ['']),
  ...same('python python3', ['-m']),
  ...same('uv poetry', ['run']),
  bundle: ['exec'],
  pnpm: ['exec'],
};

const packageScripts: readonly (readonly [RegExp, CommandKind])[] = [
  [/^(?:test|t|tst)(?::|$)/, 'tests'],
  [/^build(?::|$)/, 'build'],
  [/^(?:install|i|ci|add)$/, 'install'],
  [/^(?:lint|typecheck|type-check|types|check|format)(?::|$)/, 'checks'],
];

function kindOf([path = '', ...rest]: readonly string[]): CommandKind {
  const program = path.replace(/^.*\//, '');
  const [verb = ''] = rest;
  const runner = Object.hasOwn(runners, program) ? runners[program] : undefined;
  if (runner?.includes('') === true) {
    return kindOf(rest);
  }
  if (runner?.includes(verb) === true) {
    return kindOf(rest.slice(1));
  }
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun': {
      const script = verb === 'run' || verb === 'run-script' ? (rest[1] ?? '') : verb;
      return packageScripts.find(([pattern]) => pattern.test(script))?.[1] ?? 'other';
    }
    case 'make':
    case 'just':
    case 'mvn':
    case 'mvnw':
    case 'gradle':
    case 'gradlew':
      return rest.some((target) => /^:?(?:test|tests|check|verify)$/.test(target))
        ? 'tests'
        : rest.some((target) => /^:?(?:build|all|package|assemble|compile)$/.test(target))
          ? 'build'
          : 'other';
    case 'tsc':
      return rest.includes('--noEmit') ? 'checks' : 'build';
    case 'git':
      return verb === 'commit' ? 'commit' : 'git';
    default: {
      const verbs = Object.hasOwn(byVerb, program) ? byVerb[program] : undefined;
      if (verbs !== undefined) {
        return Object.hasOwn(verbs, verb) ? (verbs[verb] ?? 'other') : 'other';
      }
      return Object.hasOwn(alone, program) ? (alone[program] ?? 'other') : 'other';
    }
  }
}

function each(kind: CommandKind, programs: string): readonly (readonly [string, CommandKind])[] {
  return programs.split(' ').map((program) => [program, kind]);
}

function same<Value>(programs: string, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(programs.split(' ').map((program) => [program, value]));
}
