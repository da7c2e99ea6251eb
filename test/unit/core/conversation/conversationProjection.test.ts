import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ConversationProjection,
  type ProjectionStep,
} from '#core/conversation/conversationProjection.ts';
import {
  compaction,
  edit,
  expected,
  facts,
  keepsPrompts,
  replacesAll,
  said,
  type Item,
} from './support/projectionSteps.ts';
import { runs } from '../../../support/full.ts';

function projected(
  steps: readonly ProjectionStep<Item>[],
  isShown: (line: number) => boolean = () => true,
) {
  const projection = new ConversationProjection<Item>(isShown, facts);
  for (const step of steps) {
    projection.push(step);
  }
  return projection;
}

const texts = (projection: ConversationProjection<Item>) =>
  projection.items.map(({ text }) => text);

describe('The conversation projection', () => {
  it('keeps a compaction’s retained messages after its summary', () => {
    const projection = projected([said(1), said(2), said(3), compaction(4, 2), said(5)]);
    assert.deepEqual(texts(projection), ['s4', 'm2', 'm3', 'm5']);
    assert.equal(projection.compactions, 1);
  });

  it('has everything again that a compaction replaced on another branch', () => {
    const shown = new Set([1, 2, 3, 4, 5]);
    const projection = projected(
      [said(1), replacesAll(2), said(3), replacesAll(4), said(5)],
      (line) => shown.has(line),
    );
    assert.deepEqual(texts(projection), ['s4', 'm5']);
    assert.equal(projection.restart, 4);
    shown.delete(4);
    projection.rebuild();
    assert.deepEqual(texts(projection), ['s2', 'm3', 'm5']);
    assert.equal(projection.restart, 2);
    assert.equal(projection.compactions, 1);
    shown.delete(2);
    projection.rebuild();
    assert.deepEqual(texts(projection), ['m1', 'm3', 'm5']);
    assert.equal(projection.restart, undefined);
  });

  it('keeps them after the summary that is said next, whenever it was asked', () => {
    const afterSummary: ProjectionStep<Item> = {
      ...compaction(4, 2),
      items: [],
      retainedUntil: 3,
      retained: { from: { id: 'any' }, followSummary: true, ifMissing: 'none' },
    };
    const steps = [said(1), said(2), said(3), afterSummary, said(5), said(6)];
    assert.deepEqual(texts(projected(steps)), ['m5', 'm2', 'm6']);
    const projection = projected([]);
    const seen = steps.map((step) => {
      projection.push(step);
      return texts(projection).join(' ');
    });
    assert.deepEqual(seen, ['m1', 'm1 m2', 'm1 m2 m3', 'm2', 'm5 m2', 'm5 m2 m6']);
  });

  it('keeps them only up to where the compaction says', () => {
    const ends: ProjectionStep<Item> = { ...compaction(5, 2), retainedUntil: 4 };
    const steps = [said(1), said(2), said(3), said(4), said(5, 'own'), ends, said(6)];
    assert.deepEqual(texts(projected(steps)), ['s5', 'm2', 'm3', 'm6']);
    const later = projected([...steps, compaction(7, 3)]);
    assert.deepEqual(texts(later), ['s7', 'm3', 'm4', 'own', 'm6']);
  });

  it('keeps all prompts before a summary that keeps nothing else', () => {
    const steps = [said(1, 'p1'), said(2), keepsPrompts(3), said(4, 'p4'), said(5)];
    assert.deepEqual(texts(projected(steps)), ['p1', 's3', 'p4', 'm5']);
    const again = projected([...steps, keepsPrompts(6), said(7)]);
    assert.deepEqual(texts(again), ['p1', 'p4', 's6', 'm7']);
    assert.equal(again.compactions, 2);
    assert.equal(again.restart, undefined);
  });

  it('keeps no prompt from before a compaction that kept nothing', () => {
    const steps = [said(1, 'p1'), replacesAll(2), said(3, 'p3'), said(4), keepsPrompts(5)];
    const projection = projected(steps);
    assert.deepEqual(texts(projection), ['p3', 's5']);
    assert.equal(projection.restart, 2);
    const other = projected(steps, (line) => line !== 2);
    assert.deepEqual(texts(other), ['p1', 'p3', 's5']);
  });

  it('keeps the newest prompts, the last of them where the limit is reached', () => {
    const prompts = [said(1, 'p1'), said(2, 'p22'), said(3), said(4, 'p4')];
    const kept = (chars: number) =>
      texts(projected([...prompts, keepsPrompts(5, chars)])).join(' ');
    assert.deepEqual([0, 1, 2, 3, 5, 6].map(kept), [
      's5',
      'p4 s5',
      'p4 s5',
      'p22 p4 s5',
      'p22 p4 s5',
      'p1 p22 p4 s5',
    ]);
  });

  it('knows from where on nothing before counts for good', () => {
    assert.equal(projected([said(1), compaction(2, 1)]).restart, undefined);
    assert.equal(projected([said(1), replacesAll(2), said(3), compaction(4, 3)]).restart, 2);
    assert.equal(projected([said(1)]).restart, undefined);
  });

  it('keeps nothing before a compaction that names itself, nothing or what is not there', () => {
    for (const keptFrom of [3, undefined]) {
      const projection = projected([said(1), said(2), compaction(3, keptFrom), said(4)]);
      assert.deepEqual(texts(projection), ['s3', 'm4']);
    }
  });

  it('passes over a compaction whose rule says so', () => {
    const steps = [said(1), said(2), compaction(3, 2), compaction(4, undefined, 'ignore'), said(5)];
    const projection = projected(steps);
    assert.deepEqual(texts(projection), ['s3', 'm2', 'm5']);
    assert.equal(projection.compactions, 1);
  });

  it('lets the last compaction reach back over an earlier one, without its summary', () => {
    const projection = projected([said(1), said(2), compaction(3, 2), said(4), compaction(5, 1)]);
    assert.deepEqual(texts(projection), ['s5', 'm1', 'm2', 'm4']);
    assert.equal(projection.compactions, 2);
  });

  it('keeps nothing from an entry of another branch', () => {
    const projection = projected(
      [said(1), said(2), compaction(3, 2), said(4)],
      (line) => line !== 2,
    );
    assert.deepEqual(texts(projection), ['s3', 'm4']);
  });

  it('counts the compactions whose steps it has forgotten', () => {
    const projection = projected([said(1), replacesAll(2), said(3), replacesAll(4), said(5)]);
    assert.deepEqual(texts(projection), ['s4', 'm5']);
    projection.rebuild();
    assert.deepEqual(texts(projection), ['s4', 'm5']);
    assert.equal(projection.compactions, 2);
  });

  it('applies the last edit of a message to the message itself', () => {
    const taken = edit(3, 1, undefined);
    assert.deepEqual(texts(projected([said(1), said(2), taken])), ['m2']);
    assert.deepEqual(texts(projected([said(1), said(2), taken, edit(4, 1, 'new')])), ['new', 'm2']);
    assert.deepEqual(texts(projected([said(1), edit(2, 1, 'a'), edit(3, 1, undefined), said(4)])), [
      'm4',
    ]);
  });

  it('forgets an edit with the branch it was made on', () => {
    const steps = [said(1), said(2), edit(3, 1, undefined), said(4)];
    assert.deepEqual(texts(projected(steps, (line) => line !== 3)), ['m1', 'm2', 'm4']);
  });

  it('keeps edits of what a compaction keeps, and edits a summary away', () => {
    const steps = [said(1), said(2), edit(3, 2, 'new'), compaction(4, 2), said(5)];
    assert.deepEqual(texts(projected(steps)), ['s4', 'new', 'm5']);
    assert.deepEqual(texts(projected([...steps, edit(6, 4, undefined)])), ['new', 'm5']);
  });

  it('is the same in one go, step by step, and after steps taken back', () => {
    fc.assert(
      fc.property(fc.array(anyOperation, { maxLength: 40 }), (operations) => {
        const hidden = new Set<number>();
        const steps: ProjectionStep<Item>[] = [];
        const projection = new ConversationProjection<Item>((line) => !hidden.has(line), facts);
        for (const operation of operations) {
          run(operation, { hidden, steps, projection });
        }
        const whole = expected(steps, (line) => !hidden.has(line));
        assert.deepEqual(texts(projection), whole);
      }),
      { seed: 5, numRuns: runs(1_000) },
    );
  });
});

type Operation =
  | {
      readonly type: 'step';
      readonly make: (line: number) => ProjectionStep<Item>;
      readonly look: boolean;
    }
  /** A retracted provisional step, with or without a branch switch in between. */
  | {
      readonly type: 'takeBack';
      readonly make: (line: number) => ProjectionStep<Item>;
      readonly hide: number;
    }
  | { readonly type: 'branch'; readonly hide: number };

const earlier = fc.double({ min: 0, max: 1, noNaN: true });
/** A line up to the step's own. */
const upTo = (line: number, share: number) => Math.max(1, Math.ceil(share * line));
const anyStep: fc.Arbitrary<(line: number) => ProjectionStep<Item>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant((line: number) => said(line)) },
  { weight: 2, arbitrary: fc.constant((line: number) => said(line, `p${line}`)) },
  { weight: 1, arbitrary: fc.constant(replacesAll) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 12 }))
      .map((chars) => (line: number) => keepsPrompts(line, chars)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.option(earlier, { nil: undefined }), fc.constantFrom('none', 'ignore'))
      .map(
        ([share, ifMissing]) =>
          (line: number) =>
            compaction(line, share === undefined ? undefined : upTo(line, share), ifMissing),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(earlier, fc.boolean()).map(
      ([share, drops]) =>
        (line: number) =>
          edit(line, upTo(line, share), drops ? undefined : `e${line}`),
    ),
  },
);
const line = fc.integer({ min: 1, max: 30 });
const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('step'), make: anyStep, look: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('takeBack'), make: anyStep, hide: line }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('branch'), hide: line }) },
);

interface State {
  readonly hidden: Set<number>;
  readonly steps: ProjectionStep<Item>[];
  readonly projection: ConversationProjection<Item>;
}

function run(operation: Operation, { hidden, steps, projection }: State): void {
  const toggle = (hide: number) => {
    if (!hidden.delete(hide)) {
      hidden.add(hide);
    }
    projection.rebuild();
  };
  switch (operation.type) {
    case 'step': {
      const step = operation.make(steps.length + 1);
      steps.push(step);
      projection.push(step);
      if (operation.look) {
        assert.ok(projection.items.length >= 0);
      }
      return;
    }
    case 'takeBack': {
      const mark = projection.mark();
      projection.push(operation.make(steps.length + 1));
      if (operation.hide % 2 === 0) {
        toggle(operation.hide);
      }
      projection.rewind(mark, operation.hide % 2 !== 0);
      return;
    }
    case 'branch':
      toggle(operation.hide);
  }
}
