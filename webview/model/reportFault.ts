import { t } from '#base/l10n.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { HostContract, PageContract } from '#protocol/page.ts';

/** The protocol's limits. */
const faultLimits = { message: 2_000, stack: 20_000 };

export function reportFault(endpoint: Endpoint<PageContract, HostContract>, fault: unknown): void {
  const message = fault instanceof Error ? fault.message : String(fault);
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  endpoint.notify('log/error', {
    message: message.slice(0, faultLimits.message),
    stack: stack.slice(0, faultLimits.stack),
  });
}

/** What the reader is told of a fault. */
export function sentenceOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : t('Session Browser did not respond.');
}
