import assert from 'node:assert/strict';
import { formatBytes, formatCost, formatDuration } from '#base/format.ts';
import { language, plural, setLanguage, t } from '#base/l10n.ts';

describe('a text for the reader', () => {
  const before = language();
  afterEach(() => {
    setLanguage(before);
  });

  it('is English unless there is a translation', () => {
    assert.equal(t('Close'), 'Close');
    setLanguage({ locale: 'de', texts: { Close: 'Schließen' } });
    assert.deepEqual([t('Close'), t('Open')], ['Schließen', 'Open']);
  });

  it('takes its arguments where the language has them', () => {
    assert.equal(t('{0} of {1}, {0}', 'a', 'b'), 'a of b, a');
    setLanguage({ locale: 'de', texts: { '{0} of {1}': 'von {1} die {0}' } });
    assert.equal(t('{0} of {1}', '{1}', '$&'), 'von $& die {1}');
    assert.equal(t('{0} and {1}', 'a'), 'a and {1}');
    assert.equal(t('{0}'), '{0}');
  });

  it('says a number as one or many, written as the reader writes it', () => {
    const rows = (count: number) => plural(count, '1 row of {1}', '{0} rows of {1}', 'a');
    assert.deepEqual([0, 1, 2, 1_234].map(rows), [
      '0 rows of a',
      '1 row of a',
      '2 rows of a',
      '1,234 rows of a',
    ]);
    setLanguage({ locale: 'de', texts: { '{0} rows of {1}': '{0} Einträge von {1}' } });
    assert.equal(rows(1_234), '1.234 Einträge von a');
  });

  it('has amounts, sizes and durations of the language', () => {
    setLanguage({ locale: 'de' });
    assert.equal(formatDuration(3.12e9), '3,1 s');
    assert.equal(formatBytes(1_500_000), '1,5 MB');
    assert.equal(formatCost(1.5), '1,50\u00a0$');
  });
});
