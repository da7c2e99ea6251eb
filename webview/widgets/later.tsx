import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

/**
 * A component that is not needed for the first paint: loaded when it is first drawn, and nothing
 * until then. Its style sheet must be imported beside the call, since the page has only one.
 */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const loaded = signal<FunctionComponent<Props> | undefined>(undefined);
  let loading = false;
  return (props) => {
    const Loaded = loaded.value;
    if (Loaded !== undefined) {
      return <Loaded {...props} />;
    }
    if (!loading) {
      loading = true;
      // A failure goes to the page's fault report.
      void load().then((component) => {
        loaded.value = component;
      });
    }
    return null;
  };
}
