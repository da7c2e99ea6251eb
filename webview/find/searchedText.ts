/**
 * Elements whose text is the row's own, as the host searches it. What stands around it (names of parts,
 * buttons, line numbers, a title that repeats the input) is marked, too, but no match is gone to there.
 */
const searched = [
  '.markdown',
  '.long-text code',
  '.error-text',
  '.terminal-summary',
  '.terminal-command pre',
  '.row-tool .work-name',
  '.row-unknown .work-title',
  '.row-extensionState .work-title',
  '.diff-path',
  '.diff-text',
  '.branch-preview',
  '.notice-text',
  '.row-problem .marker-text',
].join();

const around = '.text-button, .code-tools, [aria-hidden="true"]';

/** The element whose searched text a node belongs to; undefined for what stands around it. */
export function searchedElement(node: Text): Element | undefined {
  const parent = node.parentElement;
  return parent?.closest(around) === null ? (parent.closest(searched) ?? undefined) : undefined;
}
