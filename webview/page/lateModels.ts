import { createContextModel, type ContextModel } from '../model/contextModel.ts';
import { createEditsModel, type EditsModel } from '../model/editsModel.ts';
import { createAgentsModel, type AgentsModel } from '../model/agentsModel.ts';
import { createFindModel, type FindModel } from '../model/findModel.ts';
import { createOutlineModel, type OutlineModel } from '../model/outlineModel.ts';
import { usePage, type Page } from './pageContext.ts';

/** State of the page that no first paint needs. */
export interface LateModels {
  readonly find: FindModel;
  readonly outline: OutlineModel;
  readonly context: ContextModel;
  readonly edits: EditsModel;
  readonly agents: AgentsModel;
}

const made = new WeakMap<Page, LateModels>();

/** A page's, from the first time they are asked for. */
export function lateModels(page: Page): LateModels {
  const { replay, view } = page;
  const models = made.get(page) ?? {
    find: createFindModel(replay, view),
    outline: createOutlineModel(replay, view),
    context: createContextModel(replay),
    edits: createEditsModel(replay),
    agents: createAgentsModel(replay),
  };
  made.set(page, models);
  return models;
}

export function useLateModels(): LateModels {
  return lateModels(usePage());
}
