import type { Endpoint } from '#protocol/channel/endpoint.ts';
import type { PageContract, ReplayHeader } from '#protocol/pages/page.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
import type { ViewModel } from './viewModel.ts';

/** Keeps the branch shown in sync with the reader's choice. */
export class Branches {
  /** The branch an earlier page showed, until the log is fully indexed. */
  #restoring: number | undefined;

  constructor(
    private readonly endpoint: Endpoint<PageContract, HostContract>,
    private readonly view: ViewModel,
    private readonly onFault: (fault: unknown) => void,
  ) {
    this.#restoring = view.leaf.peek();
  }

  /**
   * Records the branch the host shows, and requests the one an earlier page showed.
   *
   * @returns the header to use from now on.
   */
  async settle(header: ReplayHeader): Promise<ReplayHeader> {
    const wanted = this.#restoring;
    if (wanted === undefined) {
      this.#note(header);
      return header;
    }
    if (!header.complete) {
      return header;
    }
    this.#restoring = undefined;
    if (header.branch === undefined || header.branch.leaf === wanted) {
      this.#note(header);
      return header;
    }
    try {
      return await this.show(wanted);
    } catch (fault) {
      // The log was replaced in the meantime; show its current branch.
      this.onFault(fault);
      this.#note(header);
      return header;
    }
  }

  /** @param leaf last line of the branch; undefined for the branch with the latest entry. */
  async show(leaf: number | undefined): Promise<ReplayHeader> {
    this.#restoring = undefined;
    const header = await this.endpoint.request('branch/show', { leaf });
    this.#note(header);
    return header;
  }

  #note({ branch }: ReplayHeader): void {
    this.view.leaf.value = branch === undefined || branch.isLast ? undefined : branch.leaf;
  }
}
