/** What Cursor writes for the model around what the user wrote. */
const added = [
  ...['attached_files', 'system_reminder', 'additional_data', 'open_and_recently_viewed_files'],
  ...['cursor_commands', 'user_info', 'rules', 'git_status', 'agent_transcripts', 'timestamp'],
  ...['agent_skills', 'mcp_instructions', 'external_links', 'image_files', 'uploaded_documents'],
] as const;

/** The user's own words in a message; empty if there are none. */
export function queryIn(text: string): string {
  if (!text.includes('<')) {
    return text.trim();
  }
  const queries = insideOf(text, 'user_query');
  return queries.length > 0
    ? queries.join('\n\n').trim()
    : added.reduce((rest, tag) => without(rest, tag), text).trim();
}

function insideOf(text: string, tag: string): readonly string[] {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const found: string[] = [];
  for (let start = text.indexOf(open); start >= 0;) {
    const from = start + open.length;
    const end = text.indexOf(close, from);
    found.push(text.slice(from, end < 0 ? undefined : end).trim());
    start = end < 0 ? -1 : text.indexOf(open, end);
  }
  return found;
}

/** A tag that does not end is left. */
function without(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start);
    if (end < 0) {
      break;
    }
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
  kept.push(text.slice(from));
  return kept.join('');
}
