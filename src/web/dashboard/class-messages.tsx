import { useApiQuery } from '../api.ts';
import { TimelineList } from '../history/timeline.tsx';
import { MessageActions } from '../messages/message-actions.tsx';
import { Section } from '../ui/card.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';

export function ClassMessages({ classId }: { classId: number }) {
  const params = { id: classId };
  const { data, error, refetch } = useApiQuery('GET /api/admin/classes/:id/messages', { params });
  return (
    <Section id="messages-heading" title="Messages" className="mt-5 min-w-0 print:hidden">
      <LoadedList
        count={data?.length}
        query={{ error, refetch }}
        what="the messages"
        emptyText="No messages to this class yet"
      >
        <TimelineList
          entries={data ?? []}
          renderAction={({ messageId, title }) =>
            messageId !== null && <MessageActions messageId={messageId} name={title} />
          }
        />
      </LoadedList>
    </Section>
  );
}
