import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { ShownMessage } from '#core/rows/shownMessage.ts';
import { messageText, estimateWords, MessageRow, messageName } from './MessageRow.tsx';
import { named } from '../rows/rowFacts.ts';
import { markMatches } from './markMatches.ts';
import { usePage } from '../model/pageContext.ts';
import { VirtualList } from './VirtualList.tsx';
import { ContextSources } from './ContextSources.tsx';
import { EmptyState } from './EmptyState.tsx';

const estimatedHeight = 96;

/** What the model would get. */
export function ConversationList(): VNode {
  const page = usePage();
  const { messages } = page.replay;
  const total = messages.total.value;
  const count = page.replay.header.value?.messages ?? total;
  const tokens = page.replay.messageTokens.value;
  return (
    <>
      <ContextSources />
      <p class="explanation">
        {page.replay.header.value?.branch?.isLast === false
          ? plural(
              count,
              '1 message on this branch. Resuming continues from the latest branch.',
              '{0} messages on this branch. Resuming continues from the latest branch.',
            )
          : plural(
              count,
              'If you resume this session, the model gets this message. After a compaction, messages start with its summary.',
              'If you resume this session, the model gets these {0} messages. After a compaction, they start with its summary.',
            )}
        {tokens !== undefined && total > 0 && (
          <>
            {' '}
            <span title={estimateWords()}>
              {plural(tokens, 'About 1 token in total.', 'About {0} tokens in total.')}
            </span>
          </>
        )}
      </p>
      {total === 0 ? (
        <EmptyState />
      ) : (
        <VirtualList
          list={messages}
          label={t('Model Context')}
          estimate={estimatedHeight}
          itemLabel={labelOf}
          draw={drawMessage}
          afterDraw={markMatches(page)}
          onCommand={(command, message, index) => {
            if (command === 'copy') {
              void page.copying.copy(messageName(index), messageText(message));
            }
          }}
        />
      )}
    </>
  );
}

function labelOf(message: ShownMessage): string {
  return named(
    message.role === 'user' ? t('User message') : t('Assistant message'),
    messageText(message),
  );
}

function drawMessage(message: ShownMessage, index: number): VNode {
  return <MessageRow message={message} index={index} />;
}
