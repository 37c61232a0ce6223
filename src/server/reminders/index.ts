export {
  deletePlannedReminders,
  planFirstReminders,
  planMissingReminders,
  planReminders,
  reopenRetreatReminder,
} from './commands.ts';
export { decideReminder } from './decide.ts';
export { notifyMissedClassJob, planRemindersJob, reminderJobHandlers } from './jobs.ts';
export { type LockedReminder, lockReminders } from './lock-reminders.ts';
export { movedOrCanceled, postponeReminder, settleReminder } from './outcomes.ts';
export { reminderMessages } from './reminder-messages.ts';
export { openReminderWatch } from './watch.ts';
export { alumniWeekText, classText, retreatText } from './words.ts';
