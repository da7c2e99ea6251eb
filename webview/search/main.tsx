import { render } from 'preact';
import type { SearchState } from '#protocol/pages/searchPage.ts';
import { connectHost } from '../kit/page/host.ts';
import { hearFaults, pageRoot, takeLanguage } from '../kit/page/pageStart.ts';
import { createSearchModel } from './searchModel.ts';
import { SearchPage } from './SearchPage.tsx';

takeLanguage();
const model = createSearchModel(connectHost<SearchState>());
hearFaults(model.report);
render(<SearchPage model={model} />, pageRoot());
void model.start();
