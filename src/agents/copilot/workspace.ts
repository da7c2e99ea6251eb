import type { SessionEvent } from '#core/events/event.ts';
import { epochMs, isDateTime } from '../toolbox/dateTime.ts';
import { anyStart } from '../toolbox/entryEvents.ts';
import { jsonOr } from '../toolbox/jsonText.ts';

/** What `workspace.yaml` says about its session. It has keys on one level, and texts. */
export function workspaceEvents(yaml: string): readonly SessionEvent[] {
  const createdAt = textOf(yaml, 'created_at') ?? '';
  const start = anyStart(
    textOf(yaml, 'id'),
    textOf(yaml, 'cwd'),
    isDateTime(createdAt) ? epochMs(createdAt) : undefined,
  );
  const title = textOf(yaml, 'name') ?? textOf(yaml, 'summary') ?? '';
  return title === '' ? [start] : [start, { kind: 'sessionTitle', title }];
}

/** A scalar of YAML: plain, in quotes, or a block of indented lines. */
function textOf(yaml: string, key: string): string | undefined {
  const [, head, block = ''] =
    new RegExp(`^${key}:[ \\t]*(.*)((?:\\r?\\n[ \\t]+.*|\\r?\\n(?=\\r?\\n[ \\t]))*)`, 'm').exec(
      yaml,
    ) ?? [];
  if (head === undefined || head === 'null' || head === '~') {
    return undefined;
  }
  const lines = block
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (/^[|>][-+\d]*$/.test(head)) {
    return lines.join('\n');
  }
  const scalar = [head.trimEnd(), ...lines].join(' ');
  if (/^'.*'$/s.test(scalar)) {
    return scalar.slice(1, -1).replaceAll("''", "'");
  }
  // YAML's double quotes are nearly JSON's.
  return /^".*"$/s.test(scalar) ? String(jsonOr(scalar, scalar.slice(1, -1))) : scalar;
}
