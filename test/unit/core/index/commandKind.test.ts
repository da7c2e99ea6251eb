import assert from 'node:assert/strict';
import { commandCode, commandKinds, commandKindsOf } from '#core/index/commandKind.ts';

describe('what a command is for', () => {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    tests: [
      'go test ./...',
      'cd web && npm test',
      'CI=1 npm run test:unit -- --grep "a && b"',
      'npx vitest run',
      'python3 -m pytest -x',
      'timeout 60 cargo test',
      'uv run pytest',
      'bundle exec rspec',
      './gradlew :test',
      'make check',
      'go test ./... 2>&1 | tail -3',
    ],
    build: ['npm run build', 'cargo build --release', 'tsc -p .', 'cmake --build out'],
    checks: ['npx eslint src', 'npm run lint', 'tsc --noEmit', 'go vet ./... && staticcheck ./...'],
    install: ['npm ci', 'sudo apt-get install jq', 'pip3 install -r requirements.txt'],
    commit: ['git add -A && git commit -m "npm test"'],
    git: ['git status --short', 'cd .. && git log --oneline'],
    other: [
      'ls',
      '',
      'echo npm test',
      'echo "x; npm test"',
      "grep 'a | npm test' README.md",
      'cat > run.sh <<EOF\nnpm test\nEOF',
      '# then: npm test',
      'test -d node_modules || npm install',
      'if true; then npm test; fi',
      'echo $(npm test)',
      'echo `npm test`',
      "echo 'open; npm test",
      'constructor',
      'go constructor',
      'make',
      'make -n install',
    ],
  };
  for (const [kind, commands] of Object.entries(kinds)) {
    it(`is ${kind}`, () => {
      for (const command of commands) {
        assert.equal(commandKinds(command).whole, kind, command);
      }
    });
  }

  it('is less where a part may not have run', () => {
    assert.deepEqual(commandKinds('go vet ./... && go test ./...'), {
      whole: 'tests',
      first: 'checks',
    });
    assert.deepEqual(commandKinds('./seed.sh && npm test'), { whole: 'tests', first: 'other' });
  });

  it('fits into a byte', () => {
    for (const command of Object.values(kinds).flat()) {
      const both = commandKinds(command);
      const code = commandCode(both);
      assert.ok(code > 0 && code < 256);
      assert.deepEqual(commandKindsOf(code), both);
    }
    assert.equal(commandKindsOf(0), undefined);
  });

  it('is looked for in time that grows with the command', () => {
    for (const text of ['a="', '\\', "'", ' # ', 'npx ', 'A=1 ', '((', 'sudo ', '&&']) {
      commandKinds(text.repeat(1_000_000));
    }
  });
});
