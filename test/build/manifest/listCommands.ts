import { configKeys, viewIds, type commandIds } from '#host/vscode/contributions.ts';
import {
  all,
  any,
  hasFolder,
  hasList,
  isFile,
  inEither,
  listTitle,
  type Command,
} from './places.ts';

/** The search has results, and what shows them has the keyboard. */
const forHits = any(
  all('sessionBrowser.hasSearchHits', `focusedView == '${viewIds.search}'`),
  all('sessionBrowser.hasSearchHits', 'sessionBrowser.replayActive'),
);
const isGroupedOtherThanBy = (value: 'day' | 'agent' | 'none') =>
  `config.${configKeys.groupBy} != '${value}'`;

/** Commands on the whole list, on searches and on files. */
export const listCommands = {
  goToSession: {
    icon: 'search',
    palette: hasFolder,
    menus: [listTitle('navigation@0', hasFolder)],
  },
  goToAnySession: { icon: 'folder-library', menus: [listTitle('0_all@1')] },
  searchSessions: {
    icon: 'search',
    palette: hasFolder,
    menus: [listTitle('0_search@1', hasFolder)],
  },
  nextHit: {
    icon: 'arrow-down',
    palette: all(hasFolder, 'sessionBrowser.hasSearchHits'),
    key: ['f4', forHits],
  },
  previousHit: {
    icon: 'arrow-up',
    palette: all(hasFolder, 'sessionBrowser.hasSearchHits'),
    key: ['shift+f4', forHits],
  },
  clearSearch: {
    icon: 'clear-all',
    palette: all(hasFolder, 'sessionBrowser.hasSearchHits'),
    menus: [
      [
        'view/title',
        'navigation@1',
        all(`view == ${viewIds.search}`, 'sessionBrowser.hasSearchHits'),
      ],
    ],
  },
  sessionsOfFile: {
    icon: 'history',
    palette: all(hasFolder, isFile),
    menus: [
      ['editor/context', '4_sessions@2', all(hasFolder, isFile)],
      ['editor/title/context', '4_sessions@1', all(hasFolder, isFile)],
      ['explorer/context', '4_timeline@1', all(hasFolder, isFile, '!explorerResourceIsFolder')],
    ],
  },
  sessionOfLine: {
    icon: 'history',
    palette: all(hasFolder, isFile, 'editorIsOpen'),
    menus: [
      ['editor/context', '4_sessions@1', all(hasFolder, isFile)],
      ['editor/lineNumber/context', '4_sessions@1', all(hasFolder, isFile)],
    ],
  },
  showNumbers: { icon: 'graph', menus: [listTitle('8_numbers@1')] },
  refresh: {
    icon: 'refresh',
    palette: hasList,
    menus: [listTitle('navigation@2', `(${hasList})`)],
  },
  stopScan: {
    icon: 'stop-circle',
    palette: 'sessionBrowser.scanning',
    menus: [listTitle('navigation@0', 'sessionBrowser.scanning')],
  },
  groupByDay: {
    icon: 'calendar',
    palette: all(hasFolder, isGroupedOtherThanBy('day')),
    menus: [listTitle('1_group@1', isGroupedOtherThanBy('day'), `(${hasList})`)],
  },
  groupByAgent: {
    icon: 'group-by-ref-type',
    palette: all(hasFolder, isGroupedOtherThanBy('agent')),
    menus: [
      listTitle(
        '1_group@2',
        isGroupedOtherThanBy('agent'),
        'sessionBrowser.manyAgents',
        `(${hasList})`,
      ),
    ],
  },
  ungroup: {
    icon: 'list-flat',
    palette: all(hasFolder, isGroupedOtherThanBy('none')),
    menus: [listTitle('1_group@3', isGroupedOtherThanBy('none'), `(${hasList})`)],
  },
  filterByAgent: {
    icon: 'filter',
    palette: all(hasFolder, `(${any('sessionBrowser.manyAgents', 'sessionBrowser.filtered')})`),
    menus: [
      listTitle('navigation@3', 'sessionBrowser.manyAgents', '!sessionBrowser.filtered'),
      listTitle('2_filter@1', 'sessionBrowser.filtered'),
    ],
  },
  showAllAgents: {
    icon: 'filter-filled',
    palette: 'sessionBrowser.filtered',
    menus: [listTitle('navigation@3', 'sessionBrowser.filtered')],
  },
  filterByTag: {
    icon: 'tag',
    palette: any('sessionBrowser.hasTags', 'sessionBrowser.filteredByTag'),
    menus: [
      inEither(
        listTitle('2_filter@2', 'sessionBrowser.hasTags'),
        listTitle('2_filter@2', 'sessionBrowser.filteredByTag'),
      ),
    ],
  },
  clearTagFilter: {
    icon: 'tag',
    palette: 'sessionBrowser.filteredByTag',
    menus: [listTitle('navigation@3', 'sessionBrowser.filteredByTag')],
  },
  markAllRead: {
    icon: 'check-all',
    palette: hasList,
    menus: [listTitle('2_filter@9', `(${hasList})`)],
  },
  showHidden: {
    icon: 'eye',
    palette: all('sessionBrowser.hasHidden', '!sessionBrowser.showsHidden'),
    menus: [listTitle('2_filter@3', 'sessionBrowser.hasHidden', '!sessionBrowser.showsHidden')],
  },
  concealHidden: {
    icon: 'eye-closed',
    palette: all('sessionBrowser.hasHidden', 'sessionBrowser.showsHidden'),
    menus: [listTitle('2_filter@3', 'sessionBrowser.hasHidden', 'sessionBrowser.showsHidden')],
  },
  showAllFolders: {
    icon: 'folder-library',
    palette: '!sessionBrowser.allFolders',
    menus: [listTitle('0_all@2', '!sessionBrowser.allFolders')],
  },
  showThisWorkspace: {
    icon: 'folder-active',
    palette: 'sessionBrowser.allFolders',
    menus: [listTitle('navigation@4', 'sessionBrowser.allFolders')],
  },
  onlyThisFolder: {
    icon: 'folder',
    palette: all(
      'sessionBrowser.hasElsewhere',
      '!sessionBrowser.onlyFolder',
      '!sessionBrowser.allFolders',
    ),
    menus: [
      listTitle(
        'navigation@4',
        'sessionBrowser.hasElsewhere',
        '!sessionBrowser.onlyFolder',
        '!sessionBrowser.allFolders',
      ),
    ],
  },
  includeSubfolders: {
    icon: 'list-tree',
    palette: all('sessionBrowser.onlyFolder', '!sessionBrowser.allFolders'),
    menus: [listTitle('navigation@4', 'sessionBrowser.onlyFolder', '!sessionBrowser.allFolders')],
  },
  exportMarks: { icon: 'export', palette: hasList, menus: [listTitle('8_marks@1')] },
  importMarks: { icon: 'inbox', palette: hasList, menus: [listTitle('8_marks@2')] },
  whereAreMySessions: { icon: 'question', menus: [listTitle('9_log@2')] },
  showLog: { icon: 'output', menus: [listTitle('9_log@1')] },
} as const satisfies Partial<Record<keyof typeof commandIds, Command>>;
