import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { TraceLayout } from '#agents/contract/sources.ts';
import type { Pacer } from '#base/pacer.ts';
import { success, type FileStat, type Result } from '../disk/fileSystem.ts';
import { sessionsBelow } from '../roots/sessionFiles.ts';
import type { Disk } from '../roots/places.ts';
import type { StoreRoots } from '../roots/storeRoots.ts';
import type { Sources } from '../sources/sources.ts';

/** A prompt may be noted before its session has a file. ms */
const leastAge = 10 * 60_000;

interface TraceTools extends Disk {
  readonly roots: StoreRoots;
  readonly sources: Sources;
  readonly pacer: Pacer;
}

/**
 * What a log has of sessions that lie nowhere any more, and of which there is no copy: paths and states.
 *
 * @param log path of the log.
 */
export async function tracesIn(
  tools: TraceTools,
  adapter: AgentAdapter,
  layout: TraceLayout,
  log: string,
): Promise<Result<readonly { readonly path: string; readonly stat: FileStat }[]>> {
  const stats = tools.sources.traceLog(log, layout).stats();
  if (!stats.ok) {
    return stats;
  }
  const there = await idsOf(adapter, tools);
  const now = Date.now();
  return success(
    [...stats.value].flatMap(([id, stat]) =>
      there.has(id) || now - stat.mtimeMs < leastAge
        ? []
        : [{ path: tools.style.below(log, id), stat }],
    ),
  );
}

/** IDs of all sessions of an agent, and of all copies of them, by their paths alone. */
async function idsOf(
  adapter: AgentAdapter,
  { roots, style, pacer, fileSystem }: TraceTools,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { adapter: of, layout, roots: its } of roots.enabled()) {
    if (of !== adapter || layout.kind === 'trace' || layout.kind === 'database') {
      continue;
    }
    for (const { pattern, kinds } of its) {
      for (const kind of kinds) {
        const level = kind === 'byFolder' ? style.join(pattern, '*') : pattern;
        for (const folder of roots.expand(level)) {
          const paths = sessionsBelow({ fileSystem, style }, layout, folder, () => undefined);
          for (const path of paths) {
            ids.add(layout.fallbackId(style.segments(path)));
          }
          await pacer.pauseIfDue();
        }
      }
    }
  }
  return ids;
}
