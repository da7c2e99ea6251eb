import { fireEvent } from '@testing-library/preact';
import type { Row } from '#core/rows/row.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { renderInPage, settled, type Rendered } from './pageRender.tsx';

interface DrawnRow extends Rendered {
  readonly rowId: string;
  readonly text: () => string;
}

/** A row on a page of its own. */
export function draw(row: Row): DrawnRow {
  const rendered = renderInPage(<TranscriptRow row={row} speaker={undefined} />);
  return { ...rendered, rowId: row.id, text: () => rendered.view.container.textContent };
}

/** Clicks a button. */
export async function press(rendered: Rendered, name: RegExp | string): Promise<void> {
  fireEvent.click(rendered.view.getByRole('button', { name }));
  await settled();
}
