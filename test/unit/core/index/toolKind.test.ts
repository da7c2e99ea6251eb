import assert from 'node:assert/strict';
import { toolKind, toolName, type ToolKind } from '#core/index/toolKind.ts';

describe('the kind of a tool', () => {
  const names: Readonly<Record<ToolKind, readonly string[]>> = {
    read: ['Read', 'read_file', 'view_image', 'list_directory', 'core/read', 'copilot_readFile'],
    write: ['Write', 'write_file', 'create_file', 'copilot_createFile'],
    edit: ['Edit', 'MultiEdit', 'multiedit', 'edit_file', 'apply_patch', 'replace', 'NotebookEdit'],
    search: ['Grep', 'Glob', 'grep', 'find', 'search_file_content', 'codebase_search'],
    shell: ['Bash', 'bash', 'shell', 'exec_command', 'run_shell_command', 'write_stdin'],
    web: ['WebFetch', 'WebSearch', 'web_fetch', 'webfetch', 'google_web_search'],
    todo: ['TodoWrite', 'todowrite', 'todoread', 'update_plan', 'write_todos'],
    agent: ['Task', 'Agent', 'task', 'delegate_task', 'spawn_agent', 'runSubagent'],
    mcp: ['mcp__issues__search', 'call_mcp_tool', 'issues__search'],
    ask: ['AskUserQuestion', 'ask_user', 'question', 'request_user_input'],
    other: ['', 'time_machine', 'status', '__init__', 'screenshot'],
  };
  for (const [kind, all] of Object.entries(names)) {
    it(`is ${kind} for ${all.slice(0, 3).join(', ')} …`, () => {
      for (const name of all) {
        assert.equal(toolKind(name), kind, name);
      }
    });
  }

  it('is that of its input if the name says nothing', () => {
    assert.equal(toolKind('x', { server: 'a', tool: 'b' }), 'mcp');
    assert.equal(toolKind('x', { todos: [] }), 'todo');
    assert.equal(toolKind('x', { file_path: 'a', old_string: 'b', new_string: 'c' }), 'edit');
    assert.equal(toolKind('x', { url: 'https://example.org' }), 'web');
    assert.equal(toolKind('x', ['url']), 'other');
    assert.equal(toolKind('x', null), 'other');
    assert.equal(toolKind('grep', { url: 'a' }), 'search', 'the name decides');
  });
});

it('An MCP server’s tool reads as server and tool', () => {
  assert.equal(toolName('mcp__issues__search_all'), 'issues: search_all');
  assert.equal(toolName('mcp__my__issues__'), 'my: issues__');
  for (const name of ['Grep', 'call_mcp_tool', 'issues__search', 'mcp__', 'mcp__issues']) {
    assert.equal(toolName(name), name);
  }
});
