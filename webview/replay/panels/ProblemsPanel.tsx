import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { nextLine } from '../../kit/page/lineKeys.ts';
import { usePage } from '../model/pageContext.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { ForeignProse } from '../../kit/widgets/Visible.tsx';

/** Problems in the log, line by line. */
export function ProblemsPanel(): VNode {
  const { problems, tell } = usePage();
  const current = useSignal(0);
  const loaded = problems.problems.value;
  const more = problems.total.value - loaded.length;
  return (
    <section id="problems" class="problems" aria-label={t('Problems')}>
      <ul onKeyDown={onListKey}>
        {loaded.map(({ source, code, severity, message }, at) => (
          <li key={`${source.line}.${code}.${at}`}>
            <button
              type="button"
              class="problem"
              tabIndex={at === current.value ? 0 : -1}
              onFocus={() => {
                current.value = at;
              }}
              onClick={() => tell('line/open', { line: source.line })}
            >
              <Icon
                name={severity === 'lost' ? 'warning' : 'info'}
                label={severity === 'lost' ? t('Data loss') : t('Minor')}
              />
              <span class="problem-line">{t('Line {0}', source.line)}</span>
              <ForeignProse text={message} className="problem-message" />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <TextButton onClick={() => void problems.more()}>
          {plural(more, '1 more problem', '{0} more problems')}
        </TextButton>
      )}
    </section>
  );
}

/** The list is one tab stop. */
function onListKey(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const lines = [...list.querySelectorAll<HTMLElement>('.problem')];
  const at = lines.findIndex((line) => line === event.target);
  const next = nextLine(event, at, lines);
  if (next !== undefined) {
    next.focus();
    event.preventDefault();
  }
}
