import type { VNode } from 'preact';

interface SelectProps<Choice extends string> {
  readonly className: string;
  readonly label: string;
  /** The tooltip, if it differs from the label. */
  readonly hint?: string;
  readonly value: Choice;
  readonly choices: readonly (readonly [value: Choice, name: string])[];
  readonly onChoose: (value: Choice) => void;
}

/** The browser's own, which needs no script of the toolkit. */
export function Select<Choice extends string>(props: SelectProps<Choice>): VNode {
  const { className, label, hint = label, value, choices, onChoose } = props;
  return (
    <select
      class={className}
      aria-label={label}
      title={hint}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(([choice]) => choice === currentTarget.value);
        if (chosen !== undefined) {
          onChoose(chosen[0]);
        }
      }}
    >
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice} selected={choice === value}>
          {name}
        </option>
      ))}
    </select>
  );
}
