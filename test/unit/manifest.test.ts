import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { adapters } from '#agents/registry.ts';
import { agentSection } from '#host/vscode/agentSettings.ts';
import {
  chatParticipantId,
  commandIds,
  configKeys,
  mcpProviderId,
  numbersViewType,
  replayViewType,
  sessionCapabilities,
  sessionViewItem,
  toolIds,
  viewIds,
  viewItems,
  type ContextValues,
} from '#host/vscode/contributions.ts';
import { inputSchema, toolNames, tools } from '#protocol/tools.ts';
import {
  codiconNames,
  editorKeys,
  readClause,
  readManifest,
  readTexts,
  stringsIn,
  whenClauses,
  type Manifest,
} from '../support/manifest.ts';

/** What the page says of a row, for the context menu (`webview/page/rowMenu.ts`). */
const rowKeys = ['rowForks', 'rowHasOutput', 'rowHasSelectedText', 'webviewSection'];

/** Prefix of IDs for internal calls. */
const internalPrefix = '_';

const contextKeys = Object.keys({
  'sessionBrowser.state': true,
  'sessionBrowser.replayActive': true,
  'sessionBrowser.replaySubAgent': true,
  'sessionBrowser.replayPreview': true,
  'sessionBrowser.replayInTerminal': true,
  'sessionBrowser.replayInExtension': true,
  'sessionBrowser.manyAgents': true,
  'sessionBrowser.filtered': true,
  'sessionBrowser.hasTags': true,
  'sessionBrowser.filteredByTag': true,
  'sessionBrowser.allFolders': true,
  'sessionBrowser.hasElsewhere': true,
  'sessionBrowser.onlyFolder': true,
  'sessionBrowser.hasHidden': true,
  'sessionBrowser.showsHidden': true,
  'sessionBrowser.scanning': true,
  'sessionBrowser.hasSearchHits': true,
} satisfies Record<keyof ContextValues, true>);

/**
 * Settings that even a workspace that is not trusted may change, and why. All others write, run or start
 * something, send something to a model, or decide what is read outside the workspace.
 */
const harmless: Readonly<Record<string, string>> = {
  [configKeys.groupBy]: 'It only says how the list is drawn.',
};

describe('the manifest', () => {
  let manifest: Manifest;
  let texts: Readonly<Record<string, string>>;
  before(() => {
    manifest = readManifest();
    texts = readTexts();
  });

  it('declares the commands that the code registers, and no others', () => {
    assert.deepEqual(
      manifest.contributes.commands.map(({ command }) => command).sort(),
      Object.values(commandIds).sort(),
    );
  });

  it('gives every command a title, a category and an icon of the codicons', () => {
    const icons = codiconNames();
    for (const { command, title, category, icon } of manifest.contributes.commands) {
      assert.match(title, /^%.+%$/, command);
      assert.match(category ?? '', /^%.+%$/, command);
      assert.ok(typeof icon === 'string', `${command} has no icon.`);
      assert.ok(
        icons.has(icon.replace(/^\$\((.+)\)$/, '$1')),
        `${command}: ${icon} is no codicon.`,
      );
    }
  });

  it('keeps from the palette what only makes sense where it is called from', () => {
    const rules = manifest.contributes.menus.commandPalette ?? [];
    for (const id of Object.values(commandIds)) {
      const clauses = rules.filter(({ command }) => command === id).map(({ when }) => when);
      if (id.startsWith(internalPrefix)) {
        assert.deepEqual(clauses, ['false'], `${id} is in the palette.`);
      } else {
        // No clause: always available, and asks for a session if none is selected.
        assert.ok(clauses.length <= 1 && !clauses.includes('false'), id);
      }
    }
  });

  it('puts only declared commands into menus and on keys', () => {
    const declared = new Set(manifest.contributes.commands.map(({ command }) => command));
    const used = [
      ...Object.values(manifest.contributes.menus).flat(),
      ...(manifest.contributes.keybindings ?? []),
    ].flatMap(({ command }) => (command === undefined ? [] : [command]));
    assert.deepEqual(
      used.filter((command) => !declared.has(command)),
      [],
    );
  });

  it('links only declared commands in the texts of empty views', () => {
    const linked = (manifest.contributes.viewsWelcome ?? []).flatMap(({ contents }) =>
      [...translated(contents, texts).matchAll(/\(command:([\w.-]+)/g)].map(([, id]) => id ?? ''),
    );
    const ours = linked.filter((id) => id.startsWith('sessionBrowser.'));
    assert.deepEqual(
      ours.filter((id) => !stringsIn(commandIds).includes(id)),
      [],
    );
  });

  it('names every agent where it says that all are turned off, or have no sessions', () => {
    for (const { label } of adapters) {
      assert.ok(texts['welcome.agentsOff']?.includes(label), label);
      assert.ok(texts['welcome.start']?.includes(label), label);
    }
  });

  it('offers without a folder only what then can be done', () => {
    const without = (manifest.contributes.menus.commandPalette ?? [])
      .filter(({ when = '' }) => when !== 'false' && !when.includes('workspaceFolderCount != 0'))
      .map(({ command }) => command);
    assert.deepEqual(without.sort(), [
      commandIds.clearTagFilter,
      commandIds.concealHidden,
      commandIds.filterByTag,
      commandIds.includeSubfolders,
      commandIds.keepOpen,
      commandIds.onlyThisFolder,
      commandIds.copyRow,
      commandIds.copyRowLink,
      commandIds.copyRowOutput,
      commandIds.copyText,
      commandIds.exportRows,
      commandIds.forkFromRow,
      commandIds.openRowLine,
      commandIds.showAllAgents,
      commandIds.showAllFolders,
      commandIds.showHidden,
      commandIds.showLog,
      commandIds.showThisWorkspace,
      commandIds.stopScan,
    ]);
  });

  it('declares the views, the settings, the participant and the panel type of the code', () => {
    const { views, viewsContainers, configuration, chatParticipants } = manifest.contributes;
    assert.deepEqual(
      Object.values(viewsContainers)
        .flat()
        .map(({ id }) => id),
      ['sessionBrowser'],
    );
    assert.deepEqual(Object.keys(views), ['sessionBrowser']);
    assert.deepEqual(
      Object.values(views)
        .flat()
        .map(({ id }) => id)
        .sort(),
      Object.values(viewIds).sort(),
    );
    assert.deepEqual(
      // The agents' settings are compared with the registry in agentSettings.test.ts.
      Object.keys(configuration.properties)
        .filter((key) => !key.startsWith(`${agentSection}.`))
        .sort(),
      Object.values(configKeys).sort(),
    );
    assert.deepEqual(
      (chatParticipants ?? []).map(({ id }) => id),
      [chatParticipantId],
    );
    for (const type of [replayViewType, numbersViewType]) {
      assert.ok(manifest.activationEvents?.includes(`onWebviewPanel:${type}`), type);
    }
  });

  it('lets a workspace that is not trusted change only settings without effect outside the window', () => {
    const { properties } = manifest.contributes.configuration;
    const restricted = manifest.capabilities?.untrustedWorkspaces?.restrictedConfigurations ?? [];
    assert.deepEqual(
      [...restricted, ...Object.keys(harmless)].sort(),
      Object.keys(properties).sort(),
    );
  });

  it('declares the tools for models as their table has them', () => {
    const declared = manifest.contributes.languageModelTools ?? [];
    assert.deepEqual(
      declared.map((tool) => ({
        name: tool.name,
        title: translated(tool.displayName, texts),
        description: tool.modelDescription,
        inputSchema: tool.inputSchema,
        isReferenced: tool.canBeReferencedInPrompt,
      })),
      toolNames.map((name) => ({
        name: toolIds[name],
        ...tools[name],
        inputSchema: inputSchema(name),
        isReferenced: true,
      })),
    );
    assert.deepEqual(
      declared.map(({ toolReferenceName }) => toolReferenceName),
      ['sessions', 'readSession', 'sessionsOfFile'],
    );
    const icons = codiconNames();
    assert.ok(declared.every(({ icon }) => icons.has(icon.replace(/^\$\((.+)\)$/, '$1'))));
    assert.deepEqual(
      manifest.contributes.mcpServerDefinitionProviders?.map(({ id }) => id),
      [mcpProviderId],
    );
  });

  it('completes the steps of its walkthrough by what there is, with pictures that follow the theme', () => {
    const steps = (manifest.contributes.walkthroughs ?? []).flatMap(({ steps: all }) => all);
    assert.equal(steps.length, 3);
    const events = [
      ...Object.values(viewIds).map((id) => `onView:${id}`),
      ...Object.values(commandIds).map((id) => `onCommand:${id}`),
      ...contextKeys.map((key) => `onContext:${key}`),
    ];
    for (const { description, media, completionEvents } of steps) {
      assert.ok(completionEvents.every((event) => events.includes(event)));
      const linked = [...translated(description, texts).matchAll(/\(command:([\w.-]+)/g)];
      const known = [...Object.values(commandIds), `${viewIds.sessions}.focus`] as string[];
      assert.ok(linked.every(([, id]) => known.includes(id ?? '')));
      // No color of its own, which some theme would hide.
      const svg = readFileSync(media.svg, 'utf8');
      assert.doesNotMatch(svg, /(?:fill|stroke)="(?!var\(--vscode-|none")/);
      assert.doesNotMatch(svg, /<(?!\/?(?:svg|rect|path|circle)\b)/);
    }
  });

  it('uses only defined keys and values in its clauses', () => {
    const known = new Set<string>([...editorKeys, ...contextKeys, ...rowKeys]);
    const items: readonly string[] = [
      ...Object.values(viewItems),
      ...sessionCapabilities.map((each) => sessionViewItem([each])),
      sessionViewItem(sessionCapabilities),
    ];
    for (const clause of whenClauses(manifest.contributes)) {
      const { keys, values } = readClause(clause);
      for (const key of keys) {
        assert.ok(
          known.has(key) || key.startsWith('config.') || key === 'true' || key === 'false',
          `${clause} reads ${key}, which nobody sets.`,
        );
        if (key.startsWith('config.')) {
          assert.ok(stringsIn(configKeys).includes(key.slice('config.'.length)), clause);
        }
      }
      for (const { key, value } of values) {
        if (key === 'view') {
          assert.ok(stringsIn(viewIds).includes(value), clause);
        }
        if (key === 'viewItem') {
          const expression = /^\/(.+)\/$/.exec(value)?.[1];
          const matches =
            expression === undefined
              ? items.includes(value)
              : items.some((item) => new RegExp(expression).test(item));
          assert.ok(matches, `${clause} matches no line of the tree.`);
        }
      }
    }
  });

  it('uses every context key of ours', () => {
    const used = new Set(
      whenClauses(manifest.contributes).flatMap((clause) => readClause(clause).keys),
    );
    assert.deepEqual(
      contextKeys.filter((key) => !used.has(key)),
      [],
    );
  });

  it('has every text it refers to and refers to every text it has', () => {
    const used = new Set(
      stringsIn(manifest).flatMap((text) => /^%(.+)%$/.exec(text)?.slice(1) ?? []),
    );
    assert.deepEqual([...used].sort(), Object.keys(texts).sort());
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key);
    }
  });

  it('names only pictures that exist', () => {
    const pictures = [
      manifest.icon ?? '',
      ...Object.values(manifest.contributes.viewsContainers)
        .flat()
        .map(({ icon }) => icon),
    ].filter((icon) => !icon.startsWith('$('));
    for (const picture of pictures) {
      assert.ok(existsSync(picture), `${picture} does not exist.`);
    }
  });
});

function translated(text: string, texts: Readonly<Record<string, string>>): string {
  const key = /^%(.+)%$/.exec(text)?.[1];
  return key === undefined ? text : (texts[key] ?? '');
}
