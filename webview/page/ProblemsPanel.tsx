import type { VNode } from 'preact';
import { usePage } from './pageContext.ts';
import { counted, formatCount } from '../text/format.ts';
import { Icon } from '../widgets/Icon.tsx';
import { TextButton } from '../widgets/TextButton.tsx';
import { Prose } from '../widgets/Visible.tsx';
import './problems.css';

/** What was wrong with the log, line by line. */
export function ProblemsPanel(): VNode | null {
  const { problems, tell } = usePage();
  if (!problems.open.value) {
    return null;
  }
  const listed = problems.problems.value;
  const more = problems.total.value - listed.length;
  return (
    <section id="problems" class="problems" aria-label="Problems">
      <ul>
        {listed.map(({ source, code, severity, message }, at) => (
          <li key={`${source.line}.${code}.${at}`}>
            <button
              type="button"
              class="problem"
              onClick={() => {
                tell('line/open', { line: source.line });
              }}
            >
              <Icon
                name={severity === 'lost' ? 'warning' : 'info'}
                label={severity === 'lost' ? 'Content lost' : 'Nothing lost'}
              />
              <span class="problem-line">Line {formatCount(source.line)}</span>
              <bdi class="problem-message">
                <Prose text={message} />
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <TextButton onClick={() => void problems.more()}>
          {counted(more, 'more problem')}
        </TextButton>
      )}
    </section>
  );
}
