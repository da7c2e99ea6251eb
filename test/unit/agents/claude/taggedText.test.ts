import assert from 'node:assert/strict';
import fc from 'fast-check';
import { taggedText } from '#agents/claude/taggedText.ts';

const words = (text: string) => {
  const said = taggedText(text);
  return said.kind === 'words' ? said.text : '';
};

describe('What Claude Code puts into a user’s message', () => {
  it('is left out where it was not shown', () => {
    assert.equal(words('<system-reminder>\nx\n</system-reminder>\nHello'), 'Hello');
    assert.equal(words('a<ide_selection>1</ide_selection>b<ide_selection>2</ide_selection>'), 'ab');
    assert.equal(words('<system-reminder>x</system-reminder>'), '');
  });

  it('stays where a tag does not end, or is none of its own', () => {
    assert.equal(words('a <system-reminder> b'), 'a <system-reminder> b');
    assert.equal(words('Fix <div>x</div>'), 'Fix <div>x</div>');
  });

  it('is a command with its arguments', () => {
    const command =
      '<command-name>/review</command-name>\n<command-message>review</command-message>';
    assert.equal(words(`${command}\n<command-args></command-args>`), '/review');
    assert.equal(
      words(`${command}\n<command-args>the parser</command-args>`),
      '/review the parser',
    );
  });

  it('is what a command printed, or what the user ran in a shell', () => {
    assert.deepEqual(taggedText('<local-command-stdout>Done</local-command-stdout>'), {
      kind: 'commandOutput',
      text: 'Done',
    });
    assert.deepEqual(taggedText('<bash-input>ls</bash-input>'), { kind: 'bashInput', text: 'ls' });
    const both = '<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>';
    assert.deepEqual(taggedText(both), { kind: 'bashOutput', text: 'a\nb' });
    assert.equal(taggedText('[Request interrupted by user]').kind, 'interruption');
    assert.equal(taggedText('He said [Request interrupted by user]').kind, 'words');
  });

  it('never loses words outside of tags', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '<system-reminder>', '</system-reminder>', ' b')),
        (parts) => {
          const open = parts.indexOf('<system-reminder>');
          const before = parts.slice(0, open < 0 ? undefined : open).join('');
          assert.ok(words(parts.join('')).startsWith(before.trim()));
        },
      ),
    );
  });
});
