export {
  deletePlannedReminders,
  planFirstReminders,
  planMissingReminders,
  planReminders,
} from './commands.ts';
export { decideReminder } from './decide.ts';
export { planRemindersJob } from './jobs.ts';
export { alumniWeekText, classText, retreatText } from './messages.ts';
export { reminderJobHandlers } from './send-reminder.ts';
export { openReminderWatch } from './watch.ts';
