import type { BenchRow } from './row.ts';
import { agentRows } from './rows/agentRows.ts';
import { appendGrowth, appendRow } from './rows/appendRow.ts';
import { databaseGrowth, databaseRows } from './rows/databaseRows.ts';
import { extremeRows } from './rows/extremeRows.ts';
import { findGrowth, findRow } from './rows/findRow.ts';
import { firstRowsGrowth, firstRowsRow } from './rows/firstRows.ts';
import { hostRows } from './rows/hostRows.ts';
import { listGrowth, listRows } from './rows/listRows.ts';
import { memoryRow } from './rows/memoryRow.ts';
import { pageRows } from './rows/pageRows.ts';
import { peerRows } from './rows/peerRows.ts';
import { popularPeerRows } from './rows/popularPeerRows.ts';
import { readGrowth, readRows } from './rows/readRows.ts';
import { searchGrowth, searchRows } from './rows/searchRows.ts';

/** All rows, in table order. */
export const benchRows: readonly BenchRow[] = [
  ...listRows,
  ...agentRows,
  ...databaseRows,
  ...readRows,
  firstRowsRow,
  findRow,
  ...searchRows,
  appendRow,
  memoryRow,
  ...extremeRows,
  ...pageRows,
  ...listGrowth,
  databaseGrowth,
  ...readGrowth,
  firstRowsGrowth,
  findGrowth,
  searchGrowth,
  appendGrowth,
  ...hostRows,
  ...peerRows,
  ...popularPeerRows,
];
