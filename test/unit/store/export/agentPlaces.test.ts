import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { AgentAdapter, SourceLayout } from '#agents/contract/adapter.ts';
import { adapters } from '#agents/registry.ts';
import { exportTarget } from '#store/export/exportTarget.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';

const filled = (names: readonly string[]) => names.map((name) => name.replace('*', 'x'));

/** What lies in a root, with a name for each `*`: the session comes first. */
function placesIn(layout: SourceLayout, root: string, isByFolder: boolean): readonly string[] {
  const base = isByFolder ? join(root, 'folder') : root;
  if (layout.kind === 'database') {
    const { folders } = layout;
    const others = folders && [folders.file, `${folders.file}-wal`, folders.folderFile.name];
    return [
      root,
      ...['-wal', '-shm', '-journal', '.backup'].map((end) => root + end),
      ...(others ?? []).map((name) => join(dirname(root), ...(folders?.path ?? []), 'x', name)),
    ];
  }
  const session = join(base, ...filled(layout.path));
  const folders = layout.kind === 'folder' ? [layout.entriesIn('x'), layout.partsIn?.('x')] : [];
  return [
    session,
    join(root, 'new.md'),
    join(base, 'new.md'),
    join(dirname(session), 'new.md'),
    ...(layout.folderFile === undefined ? [] : [join(base, layout.folderFile.name)]),
    ...(layout.subAgents?.paths ?? []).map((names) => join(base, ...filled(names))),
    ...folders.flatMap((names) =>
      names === undefined ? [] : [join(dirname(session), ...names, 'x.json')],
    ),
  ];
}

describe('an export', () => {
  let home = '';
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'export-places-')));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  /** As a machine may be set up: with variables that move stores, or without. */
  const variables = (isSet: boolean): Readonly<Record<string, string>> =>
    isSet
      ? {
          ...Object.fromEntries(
            ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME', 'COPILOT_HOME'].map((name) => [
              name,
              join(home, name),
            ]),
          ),
          ...Object.fromEntries(
            ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'PI_CODING_AGENT_DIR'].map(
              (name) => [name, join(home, name)],
            ),
          ),
          OPENCODE_DB: join(home, 'of', 'opencode.sqlite'),
        }
      : {};

  for (const adapter of adapters) {
    for (const isSet of [false, true]) {
      it(`goes nowhere where ${adapter.label} keeps its sessions${isSet ? ', wherever that is' : ''}`, () => {
        const environment = { home, platform: 'posix', variables: variables(isSet) } as const;
        const extra = join(home, 'added');
        const store = new SessionStore({
          fileSystem: new NodeFileSystem(),
          adapters: [adapter],
          environment,
          agents: { [adapter.id]: { enabled: false, extraRoots: [extra] } },
          kept: join(home, 'kept'),
          onFault: (fault) => {
            throw fault;
          },
        });
        const refused = (file: string, why = file) => {
          assert.throws(
            () => exportTarget(store, undefined, file),
            /belongs to an agent’s sessions/,
            why,
          );
        };
        const stores = adapter.sources.map((layout) =>
          storesOf(adapter, layout, environment, extra, join(home, 'kept')),
        );
        const sessions = stores.flatMap((places) => places.map(([session]) => session ?? ''));
        const places = [
          ...stores.flat(2),
          ...adapter.sources.flatMap((layout) => layout.configFiles?.(environment) ?? []),
          join(extra, 'new.md'),
          join(home, 'kept', adapter.id, 'new.md'),
          join(home, 'kept', 'new.md'),
        ];
        assert.ok(sessions.length > 1);
        for (const place of places) {
          refused(place);
          mkdirSync(dirname(place), { recursive: true });
          refused(place);
          symlinkSync(dirname(place), join(home, 'linked'));
          refused(join(home, 'linked', basename(place)), place);
          rmSync(join(home, 'linked'));
        }
        const elsewhere = join(home, 'elsewhere');
        mkdirSync(elsewhere);
        writeFileSync(join(elsewhere, 'log'), '');
        for (const session of sessions) {
          const folder = dirname(session);
          mkdirSync(folder, { recursive: true });
          writeFileSync(session, '');
          symlinkSync(session, join(elsewhere, 'link.md'));
          refused(join(elsewhere, 'link.md'), session);
          rmSync(join(elsewhere, 'link.md'));
          rmSync(session);
          // What a link leads to is read as the store's own, be it a file or a folder.
          symlinkSync(join(elsewhere, 'log'), session);
          refused(join(elsewhere, 'log'), session);
          rmSync(session);
          rmSync(folder, { recursive: true });
          symlinkSync(elsewhere, folder);
          refused(join(elsewhere, basename(session)), session);
          rmSync(folder);
        }
        for (const name of ['new.md', 'Downloads/new.md', '.config/new.md', 'elsewhere/new.md']) {
          assert.equal(exportTarget(store, undefined, join(home, name)).exists, false, name);
        }
      });
    }
  }
});

function storesOf(
  { id }: AgentAdapter,
  layout: SourceLayout,
  environment: Parameters<SourceLayout['roots']>[0],
  extra: string,
  kept: string,
): readonly (readonly string[])[] {
  const own = layout.roots(environment).map(({ path, kind }) => [path, kind] as const);
  const added = [extra, layout.kind === 'database' ? join(kept, id, 'x') : join(kept, id)];
  const roots = [
    ...own,
    ...added.flatMap((root) =>
      layout.kind === 'database'
        ? [[join(root, layout.file), 'flat'] as const]
        : layout.kind === 'folder'
          ? [[join(root, layout.folder), 'flat'] as const]
          : [[root, 'flat'] as const, [root, 'byFolder'] as const],
    ),
  ];
  return roots.map(([root, kind]) => placesIn(layout, root.replace('*', 'x'), kind === 'byFolder'));
}
