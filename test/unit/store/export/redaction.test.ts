import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Redaction } from '#store/export/redaction.ts';
import { findSecrets } from '#store/export/secretRules.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import { home, keenStore, logPath, startLine, turnLine, userLine } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { itInFull, runs } from '../../../support/full.ts';

/** Made up; each has the form that its vendor documents. Put together here, so that no scanner of
 * repositories takes them for real ones. */
const filler = (length: number) => 'Zq7Rk2Lm9Xw4Tb6Vn3Hc8Jd5Gf1PsYa0Ue'.repeat(8).slice(0, length);
const secrets: Readonly<Record<string, string>> = {
  'GitHub key': `ghp_${filler(36)}`,
  'npm key': `npm_${filler(36)}`,
  'Anthropic key': `sk-ant-api03-${filler(93)}AA`,
  'GitLab key': `glpat-${filler(20)}`,
  'Stripe key': `sk_live_${filler(24)}`,
  'Google key': `AIza${filler(35)}`,
  'AWS key': `AKIAQZ7RK2LM9XW4TB6V`,
  'JSON Web Token': `eyJ${filler(20)}.eyJ${filler(40)}.${filler(43)}`,
  'private key': `-----BEGIN RSA PRIVATE KEY-----\n${filler(64)}\n${filler(64)}\n-----END RSA PRIVATE KEY-----`,
};

describe('likely secrets', () => {
  for (const [kind, secret] of Object.entries(secrets)) {
    it(`are found and named: ${kind}`, () => {
      const found = findSecrets(`before ${secret} after`);
      assert.ok(
        found.some((one) => one.kind === kind && one.text === secret),
        JSON.stringify(found),
      );
    });
  }

  it('are taken as the rule names them, and not by a range that is off', () => {
    const secret = filler(40);
    const [found] = findSecrets(`aws_secret_access_key = "${secret}"`);
    assert.deepEqual(found, { kind: 'AWS key', text: secret });
  });

  it('are found in JSON, where line ends are written out', () => {
    const pem = JSON.stringify({ key: secrets['private key'] });
    const [found] = findSecrets(pem);
    assert.equal(found?.kind, 'private key');
    assert.equal(pem.replace(found.text, ''), '{"key":""}');
  });

  it('are found with a password in a URL, and after Bearer', () => {
    const url = findSecrets('git clone https://joe:hunter2xyz9@git.corp.net/x.git');
    assert.equal(url[0]?.kind, 'password in a URL');
    const bearer = findSecrets(`curl -H "Authorization: Bearer ${filler(32)}" https://x.net`);
    assert.deepEqual(bearer, [{ kind: 'bearer token', text: filler(32) }]);
  });

  it('are not seen in ordinary text', () => {
    const plain = readFileSync('README.md', 'utf8') + readFileSync('package-lock.json', 'utf8');
    assert.deepEqual(findSecrets(plain), []);
  });

  // A search that looks at each place again and again takes far longer than the limit of all tests.
  itInFull('take no longer than the text', () => {
    for (const piece of [
      'a',
      '-----BEGIN PRIVATE KEY-----\n',
      'eyJaaaaaaaa.',
      'https://a:',
      'Authorization: Bearer ',
      ' ',
      'xoxb-1-',
      'AIza',
    ]) {
      const pieces = Math.ceil(1_000_000 / piece.length);
      assert.ok(findSecrets(piece.repeat(pieces)).length <= pieces, piece);
    }
  });
});

describe('a redaction', () => {
  const redactionFor = (...texts: readonly string[]) => {
    const redaction = new Redaction(findSecrets, home);
    texts.forEach((text) => redaction.look(text));
    return redaction;
  };

  it('takes a secret out everywhere once it is known', () => {
    const secret = filler(40);
    const redaction = redactionFor(`aws_secret_access_key=${secret}`);
    assert.equal(redaction.redact(`It is ${secret}.`), 'It is [redacted: AWS key].');
  });

  it('takes out the beginning of a secret where a text was cut', () => {
    const redaction = redactionFor(secrets['GitHub key'] ?? '');
    assert.equal(redaction.redact('Use ghp_Zq7Rk2L…'), 'Use [redacted: GitHub key]…');
    assert.equal(redaction.redact('Use gh…'), 'Use gh…');
  });

  it('writes home folders as ~, of any user and system', () => {
    const redaction = redactionFor();
    for (const [text, expected] of [
      [`${home}/project/a.ts`, '~/project/a.ts'],
      ['cd /home/bob && ls', 'cd ~ && ls'],
      ['/Users/bob.smith/x', '~/x'],
      ['C:\\Users\\bob\\x', '~\\x'],
      ['"C:\\\\Users\\\\bob\\\\x"', '"~\\\\x"'],
      ['~/.keen/-home-ann-project', '~/.keen/~-project'],
      ['/Users/Shared/x', '/Users/Shared/x'],
      ['/var/home', '/var/home'],
      [`${home}ette`, '~'],
    ] as const) {
      assert.equal(redaction.redact(text), expected);
    }
  });

  it('keeps the number of lines', () => {
    const text = `a\n${secrets['private key']}\nb`;
    assert.equal(redactionFor().redact(text).split('\n').length, text.split('\n').length);
  });

  it('changes nothing when it is done again', () => {
    const text = Object.values(secrets).join(' \n') + `\n//x/:_authToken=${filler(30)}\n${home}`;
    const redaction = redactionFor(text);
    const once = redaction.redact(text);
    assert.equal(redaction.redact(once), once);
  });
});

describe('a redacted export', () => {
  const path = logPath('a');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redaction-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const exporterOf = (content: string) => {
    const disk = new MemoryFileSystem();
    disk.put(path, content);
    return new TranscriptExporter({
      store: keenStore(disk),
      home,
      loadDocuments: () =>
        Promise.resolve(({ facts, outline }) => ({
          begin: () => JSON.stringify({ facts, outline }),
          row: (row) => JSON.stringify(row),
          end: () => '',
        })),
      loadSecrets: () => Promise.resolve(findSecrets),
    });
  };
  const shell = (command: string, output: string) => ({
    kind: 'tool',
    tool: 'bash',
    input: { command, nested: { list: [output] } },
    output,
    status: 'success',
  });

  it('holds nothing that was found, whatever surrounds it', async () => {
    const text = fc.stringMatching(/^[\w "'`{}<>\n=:/\\.-]{0,40}$/);
    const secret = fc.constantFrom(...Object.values(secrets), `${home}/x`, '/Users/bob/y');
    const piece = fc.tuple(text, secret, text).map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (pieces) => {
        const content =
          startLine('a') +
          pieces
            .map(
              (one, at) =>
                userLine(at * 2 + 2, one) + turnLine(at * 2 + 3, one, [shell(`echo ${one}`, one)]),
            )
            .join('');
        for (const format of ['html', 'markdown'] as const) {
          const file = join(folder, 'out');
          await exporterOf(content).export({ path, format, file, redact: true });
          const written = readFileSync(file, 'utf8');
          for (const one of [...Object.values(secrets), home, '/Users/bob']) {
            for (const spelled of [one, JSON.stringify(one).slice(1, -1)]) {
              assert.ok(!written.includes(spelled), `${spelled} is in ${written}`);
            }
          }
          assert.deepEqual(findSecrets(written), []);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('is not made unless it is wanted', async () => {
    const file = join(folder, 'out');
    await exporterOf(startLine('a') + userLine(2, secrets['npm key'] ?? '')).export({
      path,
      format: 'markdown',
      file,
    });
    assert.ok(readFileSync(file, 'utf8').includes(secrets['npm key'] ?? ''));
  });

  it('is offered with kinds and counts, and never shows a secret whole', async () => {
    const content =
      startLine('a') +
      userLine(2, `${secrets['npm key']} in ${home}/a and ${home}/b`) +
      turnLine(3, `${secrets['npm key']} ${secrets['GitHub key']}`);
    const { secrets: kinds, homes, samples } = await exporterOf(content).scan({ path });
    assert.deepEqual(kinds, [
      { kind: 'npm key', count: 1 },
      { kind: 'GitHub key', count: 1 },
    ]);
    assert.ok(homes >= 2);
    assert.ok(samples.some(({ kind, rowId }) => kind === 'GitHub key' && rowId === '3.0'));
    for (const secret of Object.values(secrets)) {
      assert.ok(!JSON.stringify(samples).includes(secret));
    }
  });

  it('can be cancelled while it looks', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => userLine(at + 2, 'x'.repeat(500)));
    const cancel = new AbortController();
    const scanning = exporterOf(startLine('a') + lines.join('')).scan({ path }, cancel.signal);
    setImmediate(() => {
      cancel.abort();
    });
    await assert.rejects(scanning, { name: 'AbortError' });
  });
});
