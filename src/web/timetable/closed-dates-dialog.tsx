import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { ClosedDates } from '../../contract/cancellations.ts';
import { closeDatesBody } from '../../contract/forms.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { apiQuery, callApi, errorMessage, useFreshQuery } from '../api.ts';
import { CallButton } from '../ui/call-button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { countOf } from '../ui/loaded-list.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { datesFrom } from './class-fields.tsx';
import { LoadedPreview, RecipientsPreview } from './preview.tsx';
import { changedByCanceling, uncached } from './queries.ts';

export function ClosedDatesDialog(control: DialogControl) {
  const { form, field, dialog } = useDialogForm(control, {
    schema: closeDatesBody,
    values: { firstDate: '', lastDate: '', name: '' },
    save: (body) => callApi('POST /api/admin/closed-dates', { body }),
    invalidates: changedByCanceling,
    toast: () => ({ title: 'These dates are now closed' }),
    failed: 'We couldn’t close these days. Please try again.',
  });
  const { firstDate = '', lastDate = '' } = useWatch({ control: form.control });
  const preview = useQuery({
    ...apiQuery('POST /api/admin/closed-dates/preview', { body: { firstDate, lastDate } }),
    ...uncached,
    enabled: firstDate !== '' && firstDate <= lastDate,
  });
  const canceled = preview.data?.classes.length ?? 0;
  return (
    <FormDialog
      {...dialog}
      title="Closed dates"
      description="You won’t be able to schedule classes on these days, and we’ll cancel any that are already scheduled."
      cancelText="Go Back"
      submitText={
        canceled > 0 ? `Close Days and Cancel ${countClasses(canceled)}` : 'Close These Days'
      }
      submitVariant={canceled > 0 ? 'danger' : undefined}
    >
      <DateField
        label="First Day"
        control={form.control}
        name="firstDate"
        onPick={(date) => lastDate < date && form.setValue('lastDate', date)}
        {...datesFrom()}
      />
      <DateField
        label="Last Day"
        control={form.control}
        name="lastDate"
        {...datesFrom(firstDate || undefined)}
      />
      <TextField
        label="Name"
        hint="Anyone with a class on these days will see this name. For example: Winter holidays."
        {...field('name')}
      />
      {canceled > 0 && (
        <p role="status" className="font-semibold text-sm">
          We’ll cancel {countClasses(canceled).toLowerCase()}.
        </p>
      )}
      <LoadedPreview query={preview}>{RecipientsPreview}</LoadedPreview>
      <ClosedList />
    </FormDialog>
  );
}

const countClasses = (count: number) => countOf(count, 'Class', 'Classes');

function ClosedList() {
  const { data = [], error } = useFreshQuery('GET /api/admin/closed-dates');
  if (error) {
    const message = errorMessage(error, 'We couldn’t load this list. Please reload the page.');
    return <p className="mt-4 text-sm">{message}</p>;
  }
  if (data.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">Already closed</h3>
      <ul className="mt-1 divide-y divide-line border-line border-y">
        {data.map(({ id, name, ...range }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere min-w-0">
              <span className="block font-medium">{name}</span>
              <span className="block text-muted text-sm">{describeRange(range)}</span>
            </span>
            <CallButton
              call="DELETE /api/admin/closed-dates/:id"
              input={{ params: { id } }}
              invalidates={['GET /api/admin/closed-dates']}
              toast={() => ({
                title: 'These days are open again',
                description: 'The classes we canceled will stay canceled.',
              })}
              failed="We couldn’t reopen these days. Please try again."
              aria-label={`Remove, ${name}`}
            >
              Remove
            </CallButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeRange({ firstDate, lastDate }: Omit<ClosedDates, 'id' | 'name'>): string {
  const first = formatCalendarDate(firstDate);
  return firstDate === lastDate ? first : `${first} to ${formatCalendarDate(lastDate)}`;
}
