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
