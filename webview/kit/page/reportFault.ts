import { t } from '#base/l10n.ts';
import { AbortError } from '#protocol/channel/endpoint.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';

/** The protocol's limits. */
const faultLimits = { message: 2_000, stack: 20_000 };

/** What every page's connection to its host has. */
interface FaultLog {
  notify(name: 'log/error', fault: HostContract['notices']['log/error']): void;
}

/** Tells the host, except of requests that were aborted on purpose. */
export function reportFault(log: FaultLog, fault: unknown): void {
  if (fault instanceof AbortError) {
    return;
  }
  const message = fault instanceof Error ? fault.message : String(fault);
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  log.notify('log/error', {
    message: message.slice(0, faultLimits.message),
    stack: stack.slice(0, faultLimits.stack),
  });
}

/** What the reader sees of a fault. */
export function sentenceOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : t('Session Browser did not respond.');
}
