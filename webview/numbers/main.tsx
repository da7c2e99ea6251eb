import { render } from 'preact';
import type { NumbersState } from '#protocol/pages/numbersPage.ts';
import { connectHost } from '../kit/page/host.ts';
import { hearFaults, pageRoot, takeLanguage } from '../kit/page/pageStart.ts';
import { createNumbersModel } from './numbersModel.ts';
import { NumbersPage } from './NumbersPage.tsx';

takeLanguage();
const model = createNumbersModel({ ...connectHost<NumbersState>(), now: () => Date.now() });
hearFaults(model.report);
render(<NumbersPage model={model} />, pageRoot());
void model.start();
