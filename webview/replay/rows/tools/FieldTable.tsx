import type { VNode } from 'preact';
import type { ToolField } from '#core/rows/views/toolView.ts';
import { Code, Foreign } from '../../../kit/widgets/Visible.tsx';

/** Longer values are read in the raw input. */
const mostChars = 2_000;

/** Arguments by name. */
export function FieldTable({ fields }: { fields: readonly ToolField[] }): VNode | null {
  return fields.length === 0 ? null : (
    <table class="tool-fields">
      <tbody>
        {fields.map(({ name, value }, at) => (
          <tr key={at}>
            <th scope="row">
              <Foreign text={name} />
            </th>
            <td dir="auto">
              <Code text={value.text.slice(0, mostChars)} />
              {value.length > mostChars && '…'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
