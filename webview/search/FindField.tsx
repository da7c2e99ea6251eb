import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { FindOption, FindOptions } from '../replay/model/findModel.ts';
import { FindToggles } from '../replay/find/FindToggles.tsx';
import '../kit/widgets/field.css';

interface FindFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly placeholder: string;
  readonly label: string;
  readonly isRefused: boolean;
  /** ID of the element that says why. */
  readonly refusal: string;
  readonly model: {
    readonly query: Signal<string>;
    readonly options: ReadonlySignal<FindOptions>;
    /** Grows with each request for the focus. */
    readonly wantsFocus: ReadonlySignal<number>;
    readonly toggle: (option: FindOption) => void;
  };
}

/** What to search for, and how. A request for the focus also selects what was searched for. */
export function FindField(props: FindFieldProps): VNode {
  const { field, placeholder, label, isRefused, refusal, model } = props;
  const wanted = model.wantsFocus.value;
  useLayoutEffect(() => {
    if (wanted > 0) {
      field.current?.focus();
      field.current?.select();
    }
  }, [field, wanted]);
  return (
    <div class={isRefused ? 'field-box find-box field-refused' : 'field-box find-box'}>
      <input
        ref={field}
        class="field find-field"
        type="text"
        spellcheck={false}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={isRefused}
        aria-describedby={refusal}
        value={model.query.value}
        onInput={({ currentTarget }) => {
          model.query.value = currentTarget.value;
        }}
      />
      <FindToggles pressed={model.options.value} onToggle={model.toggle} />
    </div>
  );
}
