import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminClass } from '../../contract/admin-classes.ts';
import { formatSpokenSlot } from '../../course/pacific-time.ts';
import { CallError, refresh, useChange, wordsOf } from '../call.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toastError } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';

interface DeleteClassProps {
  aClass: AdminClass;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

const isTaken = 'There are students registered for this class. It cannot be deleted.';

export function DeleteClass({ aClass, open, onClose, onDeleted }: DeleteClassProps) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<{ words: string; isFinal: boolean }>();
  const [isSettling, setSettling] = useState(false);
  const refuse = (words: string, isFinal: boolean) => {
    setRefusal({ words, isFinal });
    if (!isFinal) toastError(words);
  };
  const fail = (error: Error) => {
    const isFinal = error instanceof CallError && error.status >= 400 && error.status < 500;
    refuse(wordsOf(error, 'Failed to delete class'), isFinal);
  };
  const removal = useChange('DELETE /api/classes/:id', {
    onSuccess: async () => {
      setSettling(true);
      await refresh(client, 'GET /api/classes/all');
      toast({ title: 'Class deleted successfully' });
      onDeleted();
    },
    onError: fail,
  });
  // Asked at the click: somebody may have registered since the list was loaded.
  const count = useChange('GET /api/classes/:id/registrations/count', {
    onSuccess: (answer) => {
      if (answer.count > 0) refuse(isTaken, true);
      else removal.make({ params: { id: aClass.id } });
    },
    onError: fail,
  });
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Are you sure you want to delete this class?"
      description={`${aClass.topic}, ${formatSpokenSlot(new Date(aClass.startTime))}. This cannot be undone.`}
      confirmText="Delete"
      pendingText="Deleting..."
      isPending={count.state === 'pending' || removal.state === 'pending' || isSettling}
      problem={refusal?.words}
      isRefused={refusal?.isFinal ?? false}
      onConfirm={() => {
        setRefusal(undefined);
        count.make({ params: { id: aClass.id } });
      }}
    />
  );
}
