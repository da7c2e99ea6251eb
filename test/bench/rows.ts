import type { BenchRow } from './row.ts';
import { listRows } from './rows/listRows.ts';
import { memoryRow } from './rows/memoryRow.ts';
import { numbersRows } from './rows/numbersRows.ts';
import { openRows } from './rows/openRows.ts';
import { pageRows } from './rows/pageRows.ts';
import { searchRows } from './rows/searchRows.ts';
import { windowRows } from './rows/windowRows.ts';

/** All rows, in table order. */
export const benchRows: readonly BenchRow[] = [
  ...listRows,
  ...openRows,
  ...searchRows,
  ...numbersRows,
  memoryRow,
  ...pageRows,
  ...windowRows,
];
