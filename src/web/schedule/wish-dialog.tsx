import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { wishBody } from '../../contract/forms.ts';
import type { Wish } from '../../contract/schedule-for-students.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { describeWish, WISH_DAYS, WISH_HOUR_NAMES, WISH_HOURS } from '../../course/wishes.ts';
import { callApi, errorMessage, useApiMutation } from '../api.ts';
import { Button, focusWhenShown } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { InlineError, LoadFailed } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { wishQuery } from './queries.ts';

export function WishDialog({ classNumber, ...control }: DialogControl & { classNumber: number }) {
  const query = useQuery({ ...wishQuery, refetchOnMount: 'always' });
  const { data: wish, error, isFetchedAfterMount, refetch } = query;
  const [isChanging, setChanging] = useState(false);
  const { form, field, dialog } = useDialogForm(control, {
    schema: wishBody,
    values: valuesOf(classNumber, null),
    save: (body) => callApi('POST /api/class-time-wish', { body }),
    update: (client, sent) => {
      client.setQueryData(wishQuery.queryKey, sent);
    },
    onSaved: () => setChanging(false),
    failed: 'We couldn’t send your request. Please try again.',
  });
  const change = () => {
    form.reset(valuesOf(classNumber, wish ?? null));
    setChanging(true);
  };
  const contentInstead = () => {
    if (error && wish === undefined) {
      return (
        <div className="mt-5">
          <LoadFailed title="We couldn’t load your request" error={error} onRetry={refetch} />
        </div>
      );
    }
    if (wish === undefined || !isFetchedAfterMount) {
      return (
        <SkeletonGroup label="Loading…" className="mt-5">
          <Skeleton className="h-96" />
        </SkeletonGroup>
      );
    }
    return (
      wish && !isChanging && <SentWish wish={wish} onChange={change} onClose={control.onClose} />
    );
  };
  return (
    <FormDialog
      {...dialog}
      title="What times work for you?"
      description="Tell us which days and times work for you. We’ll look for a class and get back to you."
      submitText="Send"
      pendingText="Sending..."
      instead={contentInstead() || undefined}
    >
      <Controller
        control={form.control}
        name="days"
        render={({ field: { value, onChange, ref }, fieldState: { error: problem } }) => (
          <fieldset ref={ref} tabIndex={-1} aria-describedby="wish-error">
            <legend className="font-semibold">Days</legend>
            <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
              {WISH_DAYS.map((day) => (
                <Checkbox key={day} label={day} {...toggle(value, day, onChange)} />
              ))}
            </div>
            <div id="wish-error" aria-live="polite">
              {problem?.message && <InlineError className="mt-1">{problem.message}</InlineError>}
            </div>
          </fieldset>
        )}
      />
      <Controller
        control={form.control}
        name="hours"
        render={({ field: { value, onChange } }) => (
          <fieldset>
            <legend className="font-semibold">Times of day</legend>
            {WISH_HOURS.map((hour) => (
              <Checkbox
                key={hour}
                label={WISH_HOUR_NAMES[hour]}
                {...toggle(value, hour, onChange)}
              />
            ))}
          </fieldset>
        )}
      />
      <TextField
        label="Anything else?"
        hint="For example: every other Monday, or not before 5:30 PM."
        autoComplete="off"
        {...field('comment')}
      />
    </FormDialog>
  );
}

function valuesOf(classNumber: number, wish: Wish | null) {
  const { days = [], hours = [], comment = '' } = wish ?? {};
  return { classNumber, days, hours, comment };
}

function toggle<Value>(values: Value[], value: Value, onChange: (values: Value[]) => void) {
  const others = values.filter((one) => one !== value);
  return {
    checked: values.includes(value),
    onChange: (isChecked: boolean) => onChange(isChecked ? [...others, value] : others),
  };
}

interface SentWishProps {
  wish: Wish;
  onChange: () => void;
  onClose: () => void;
}

function SentWish({ wish, onChange, onClose }: SentWishProps) {
  const client = useQueryClient();
  const withdrawal = useApiMutation('DELETE /api/class-time-wish', {
    onSuccess: () => {
      client.setQueryData(wishQuery.queryKey, null);
      toast({ title: 'Request withdrawn', description: 'You can send a new one anytime.' });
      onClose();
    },
  });
  const { error, isPending } = withdrawal;
  const times = describeWish(wish);
  return (
    <>
      <div className="mt-5 rounded-control bg-success-soft px-4 py-3">
        <p ref={focusWhenShown} tabIndex={-1} className="font-semibold text-success">
          Thank you. We’ll write to you soon.
        </p>
        <p className="text-sm">
          Your request for Class {wish.classNumber}, sent on{' '}
          {formatSpokenSlot(new Date(wish.sentAt))}:
        </p>
        {times && <p className="mt-2">{times}</p>}
        {wish.comment && <p className="mt-2 wrap-anywhere">“{wish.comment}”</p>}
      </div>
      {error && (
        <InlineError className="mt-4">
          {errorMessage(error, 'We couldn’t withdraw your request. Please try again.')}
        </InlineError>
      )}
      <DialogActions>
        <Button
          variant="plain"
          className="sm:mr-auto"
          pending={isPending}
          pendingText="Withdrawing..."
          onClick={() => withdrawal.mutate()}
        >
          Withdraw Request
        </Button>
        <Button variant="quiet" aria-disabled={isPending} onClick={onChange}>
          Edit Request
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}
