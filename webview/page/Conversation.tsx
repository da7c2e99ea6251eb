import type { VNode } from 'preact';
import type { ShownMessage } from '#core/conversation/shownMessage.ts';
import { messageText } from '../rows/messageText.ts';
import { MessageRow, messageName } from './MessageRow.tsx';
import { named } from '../rows/rowFacts.ts';
import { usePage } from './pageContext.ts';
import { counted } from '../text/format.ts';
import { VirtualList } from './VirtualList.tsx';
import { EmptyState } from './EmptyState.tsx';

const estimatedHeight = 96;

const roles: Readonly<Record<ShownMessage['role'], string>> = {
  user: 'User message',
  assistant: 'Assistant message',
};

/** What the model would get. */
export function Conversation(): VNode {
  const page = usePage();
  const { messages } = page.replay;
  const total = messages.total.value;
  const count = page.replay.header.value?.messages ?? total;
  return (
    <>
      <p class="explanation">
        {page.replay.header.value?.branch?.isLast === false
          ? `${counted(count, 'message')} of this branch. Resuming goes on with the latest one.`
          : `${counted(count, 'message')} that a model would get now if this session were resumed. After a compaction they begin with its summary.`}
      </p>
      {total === 0 ? (
        <EmptyState />
      ) : (
        <VirtualList
          list={messages}
          label="Conversation"
          estimate={estimatedHeight}
          itemLabel={labelOf}
          draw={drawMessage}
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
  return named(roles[message.role], messageText(message));
}

function drawMessage(message: ShownMessage, index: number): VNode {
  return <MessageRow message={message} index={index} />;
}
