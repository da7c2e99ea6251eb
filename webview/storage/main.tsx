import { render } from 'preact';
import type { StorageState } from '#protocol/pages/storagePage.ts';
import { connectHost } from '../kit/page/host.ts';
import { hearFaults, pageRoot, takeLanguage } from '../kit/page/pageStart.ts';
import { createStorageModel } from './storageModel.ts';
import { StoragePage } from './StoragePage.tsx';

takeLanguage();
const model = createStorageModel(connectHost<StorageState>());
hearFaults(model.report);
render(<StoragePage model={model} />, pageRoot());
void model.start();
