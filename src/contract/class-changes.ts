import * as z from 'zod/mini';
import { toldPerson } from './cancellations.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message } from './fields.ts';
import { changeClassesBody, chosenClasses } from './forms.ts';

const body = z.strictObject({ ...changeClassesBody.shape, classIds: chosenClasses });

const preview = z.object({
  classes: z.array(
    z.object({
      id,
      startTime: instant,
      /** Why the change cannot be made while this class is among those chosen. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Those registered whose time changes. */
  people: z.array(toldPerson),
});
export type ClassChangePreview = z.infer<typeof preview>;

/** Another instructor or time slot for several classes at once, all or none. */
export const classChangeCalls = {
  previewClassChange: endpoint({
    method: 'POST',
    path: '/api/admin/class-changes/preview',
    access: 'editors',
    body,
    response: preview,
  }),
  changeClasses: endpoint({
    method: 'POST',
    path: '/api/admin/class-changes',
    access: 'editors',
    body,
    response: message,
  }),
};
