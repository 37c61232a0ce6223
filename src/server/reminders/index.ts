export {
  deletePlannedReminders,
  planFirstReminders,
  planMissingReminders,
  planReminders,
  reopenRetreatReminder,
} from './commands.ts';
export { decideReminder } from './decide.ts';
export { planRemindersJob, tellMissedClassJob } from './jobs.ts';
export { type LockedReminder, lockReminder } from './lock-reminder.ts';
export { alumniWeekText, classText, retreatText } from './messages.ts';
export { postponeReminder, settleReminder } from './outcomes.ts';
export { reminderResenders } from './resend.ts';
export { reminderJobHandlers } from './send-reminder.ts';
export { openReminderWatch } from './watch.ts';
