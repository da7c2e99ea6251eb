import { createAgentsModel } from './agentsModel.ts';
import { createContextModel } from './contextModel.ts';
import { createEditsModel } from './editsModel.ts';
import { createFindModel } from './findModel.ts';
import { createOutlineModel } from './outlineModel.ts';
import { usePage, type Page } from './pageContext.ts';

type LateModels = ReturnType<typeof create>;

const made = new WeakMap<Page, LateModels>();

/** State of the page that no first paint needs, from the first time it is asked for. */
export function lateModels(page: Page): LateModels {
  const models = made.get(page) ?? create(page);
  made.set(page, models);
  return models;
}

function create({ replay, view }: Page) {
  return {
    find: createFindModel(replay, view),
    outline: createOutlineModel(replay, view),
    context: createContextModel(replay),
    edits: createEditsModel(replay),
    agents: createAgentsModel(replay),
  };
}

export function useLateModels(): LateModels {
  return lateModels(usePage());
}
