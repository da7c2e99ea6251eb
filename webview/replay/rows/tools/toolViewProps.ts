import type { ToolRow } from '#core/rows/row.ts';
import type { ToolView } from '#core/rows/views/toolView.ts';

export interface ToolViewProps<View = ToolView> {
  readonly row: ToolRow;
  readonly view: View;
}
