import type { ComponentChildren, VNode } from 'preact';

/** A table with a heading, which scrolls sideways where it does not fit. */
export function Table({
  label,
  head,
  children,
}: {
  readonly label: string;
  /** Cells of its first row. */
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <section class="group">
      <h2>{label}</h2>
      <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

/** A cell with a bar for a number, which another cell says. @param max of the table's rows. */
export function BarCell({ value, max }: { readonly value: number; readonly max: number }): VNode {
  return (
    <td class="bar-column" aria-hidden="true">
      <svg class="bar" width="120" height="10" viewBox="0 0 120 10">
        <rect class="series series-0" width={max === 0 ? 0 : (120 * value) / max} height="10" />
      </svg>
    </td>
  );
}
