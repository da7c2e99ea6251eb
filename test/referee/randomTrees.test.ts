import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allPis, type Pi, type PiSession } from './pi.ts';
import { assertSame, image, logOf, Messages } from './sessions.ts';
import { runs } from '../support/full.ts';

/** Any action on a session; numbers select existing entries. */
type Operation = readonly [name: (typeof names)[number], pick: number, flag: boolean];

const names = [
  'user',
  'answer',
  'call',
  'result',
  'bash',
  'model',
  'compaction',
  'custom',
  'customMessage',
  'label',
  'name',
  'edit',
  'branch',
  'root',
  'branchSummary',
  'fork',
] as const;

const anyOperation: fc.Arbitrary<Operation> = fc.tuple(
  fc.constantFrom(...names),
  fc.nat({ max: 60 }),
  fc.boolean(),
);

/** Lines to drop or cut in the middle. */
type Damage = readonly (readonly [line: number, isLost: boolean])[];
const anyDamage: fc.Arbitrary<Damage> = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.boolean()), {
  maxLength: 5,
});

for (const pi of await allPis()) {
  describe(`Sessions grown at random in pi ${pi.version}`, () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'referee-'));
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    it('give a model the same, on every branch', () => {
      fc.assert(
        fc.property(fc.array(anyOperation, { maxLength: 40 }), (operations) => {
          assertSame(pi, grown(pi, folder, operations));
        }),
        { seed: 9, numRuns: runs(300) },
      );
    });

    it('give a model the same with lines lost or broken', () => {
      fc.assert(
        fc.property(fc.array(anyOperation, { maxLength: 40 }), anyDamage, (operations, places) => {
          assertSame(pi, damaged(grown(pi, folder, operations), places));
        }),
        { seed: 10, numRuns: runs(300) },
      );
    });

    it('give a model the same in version 1, whole or damaged', () => {
      const linear = fc.array(
        anyOperation.filter(([name]) => !branching.has(name)),
        { maxLength: 40 },
      );
      fc.assert(
        fc.property(linear, anyDamage, (operations, places) => {
          const log = inVersion1(grown(pi, folder, operations));
          assertSame(pi, log);
          assertSame(pi, damaged(log, places));
        }),
        { seed: 11, numRuns: runs(300) },
      );
    });
  });
}

const branching: ReadonlySet<string> = new Set([
  'edit',
  'label',
  'branch',
  'root',
  'branchSummary',
  'fork',
]);

/** Version 1 has no IDs, and so no branches; its compactions count entries, here any number. */
function inVersion1(log: string): string {
  return log
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { version, id, parentId, ...entry } = JSON.parse(line) as Record<string, unknown>;
      if (version !== undefined) {
        return { ...entry, id };
      }
      const { firstKeptEntryId, tokensBefore, ...rest } = entry;
      return firstKeptEntryId === undefined || parentId === undefined
        ? entry
        : { ...rest, tokensBefore, firstKeptEntryIndex: tokensBefore };
    })
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('');
}

function damaged(log: string, places: Damage): string {
  const lines = log.trimEnd().split('\n');
  for (const [place, isLost] of places) {
    // pi does not recognize a log without its header.
    const line = 1 + (place % Math.max(1, lines.length - 1));
    const text = lines[line];
    if (text !== undefined) {
      lines.splice(line, 1, ...(isLost ? [] : [text.slice(0, text.length / 2)]));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

function grown(pi: Pi, folder: string, operations: readonly Operation[]): string {
  const session = pi.SessionManager.create('/home/user/project', folder);
  const say = new Messages();
  // pi writes nothing before the first answer.
  session.appendMessage(say.user('Start'));
  session.appendMessage(say.answer('Started.'));
  for (const operation of operations) {
    run(pi, session, say, operation);
  }
  return logOf(session);
}

function run(pi: Pi, session: PiSession, say: Messages, [name, pick, flag]: Operation): void {
  const entries = session.getEntries();
  const target = entries[pick % Math.max(1, entries.length)]?.id ?? '';
  const blocks = [{ type: 'text', text: `${name} ${pick}` }, ...(flag ? [image] : [])];
  switch (name) {
    case 'user':
      session.appendMessage(say.user(flag ? blocks : pick % 7 === 0 ? '' : `user ${pick}`));
      return;
    case 'answer': {
      const thought = [{ type: 'thinking', thinking: `thought ${pick}` }];
      session.appendMessage(
        say.answer(
          pick % 4 === 1 ? thought : `answer ${pick}`,
          pick % 5 === 0 ? { stopReason: 'aborted' } : {},
        ),
      );
      return;
    }
    case 'call':
      session.appendMessage(say.answer([say.call('read', { pick })], { stopReason: 'toolUse' }));
      return;
    case 'result':
      session.appendMessage(say.result(`toolu_${pick % 5}`, 'read', blocks, flag));
      return;
    case 'bash':
      session.appendMessage(say.bash(`bash ${pick}`, '', { excludeFromContext: flag }));
      return;
    case 'model':
      session.appendModelChange('anthropic', `model-${pick}`);
      return;
    case 'compaction': {
      const isNone = flag && pick % 3 === 0;
      session.appendCompaction(`compaction ${pick}`, isNone ? 'ffffffff' : target, pick);
      return;
    }
    case 'custom':
      session.appendCustomEntry('ext', { pick });
      return;
    case 'customMessage':
      session.appendCustomMessageEntry('ext', flag ? blocks : `custom ${pick}`, flag);
      return;
    case 'label':
      session.appendLabelChange(target, flag ? `label ${pick}` : undefined);
      return;
    case 'name':
      session.appendSessionInfo(flag ? `name ${pick}` : '');
      return;
    case 'edit':
      edit(pi, session, target, pick, flag);
      return;
    case 'branch':
      session.branch(target);
      return;
    case 'root':
      session.resetLeaf();
      return;
    case 'branchSummary':
      session.branchWithSummary(
        flag && pick % 4 === 0 ? null : target,
        pick % 5 === 0 ? '' : 'Left.',
      );
      return;
    case 'fork':
      fork(session, target);
  }
}

/** pi refuses to edit entries that are not for the model or on another branch. */
function edit(pi: Pi, session: PiSession, target: string, pick: number, flag: boolean): void {
  if (pi.hasEdits) {
    try {
      const content = pick % 4 === 0 ? '' : `edited ${pick}`;
      session.appendContextEdit(target, flag ? null : { content });
    } catch {
      // Skip such edits.
    }
  }
}

/** The fork is written only if it contains an answer. */
function fork(session: PiSession, target: string): void {
  if (JSON.stringify(session.getBranch(target)).includes('"role":"assistant"')) {
    session.createBranchedSession(target);
  }
}
