import type { RowOf } from '#core/rows/row.ts';
import type { ToolView } from '#core/rows/views/toolView.ts';

export interface ToolViewProps<View = ToolView> {
  readonly row: RowOf<'tool'>;
  readonly view: View;
}
