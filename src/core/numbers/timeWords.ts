import { t } from '#base/l10n.ts';
import type { CommandKind } from '../index/commandKind.ts';
import { toolName } from '../index/toolKind.ts';
import type { Tool } from './times.ts';
import type { TimePart } from './timeSpans.ts';

export const partLabels = (): Readonly<Record<TimePart, string>> => ({
  model: t('Model'),
  tools: t('Tools'),
  waiting: t('Waiting for you'),
  idle: t('Idle'),
});

const commandLabels = (): Readonly<Record<CommandKind, string>> => ({
  tests: t('Tests'),
  build: t('Builds'),
  install: t('Installs'),
  commit: t('Commits'),
  checks: t('Checks'),
  git: t('Git'),
  other: t('Other commands'),
});

export function nameOfTool({ name, command }: Tool): string {
  return command !== undefined
    ? commandLabels()[command]
    : name === ''
      ? t('Other tools')
      : toolName(name);
}
