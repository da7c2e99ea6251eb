import type { ToolRow } from '#core/replay/row.ts';
import type { ToolView } from '#core/replay/views/toolView.ts';

export interface ToolViewProps<View = ToolView> {
  readonly row: ToolRow;
  readonly view: View;
}
