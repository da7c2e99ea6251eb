import assert from 'node:assert/strict';
import { cardChars, shellCard, toolCard } from '#core/chat/importCards.ts';
import { longText, noLimits } from '#core/text/longText.ts';

const base = (line: number) => ({ id: `${line}.0`, source: { line, offset: 0, length: 1 } });

describe('A card of the chat view', () => {
  it('cuts errors as it cuts output', () => {
    const error = 'e'.repeat(cardChars + 5);
    const more = { state: 'failed', output: undefined, error, durationNs: undefined } as const;
    const tool = toolCard(
      { ...base(1), ...more, kind: 'tool', name: 'read', title: '', input: longText('', noLimits) },
      undefined,
    );
    const shell = shellCard({
      ...base(2),
      ...more,
      kind: 'shell',
      command: 'make',
      summary: '',
      exitCode: 1,
    });
    const cut = `${error.slice(0, cardChars)}\n… 5 more characters in the replay`;
    assert.equal(tool.resultDetails?.output[0]?.value, cut);
    const shown = shell.toolSpecificData?.terminalCommandOutput?.text ?? '';
    assert.ok(shown.includes('5 more characters') && shown.length < cut.length + 50);
  });
});
