import { insideTags, withoutTags } from '../toolbox/tags.ts';

/** What Cursor writes for the model around what the user wrote. */
const added = [
  'attached_files',
  'system_reminder',
  'additional_data',
  'open_and_recently_viewed_files',
  'cursor_commands',
  'user_info',
  'rules',
  'git_status',
  'agent_transcripts',
  'timestamp',
  'agent_skills',
  'mcp_instructions',
  'external_links',
  'image_files',
  'uploaded_documents',
] as const;

/** The user's own words in a message; empty if there are none. */
export function queryIn(text: string): string {
  const queries = insideTags(text, 'user_query');
  return (queries.length > 0 ? queries.join('\n\n') : withoutTags(text, added)).trim();
}
