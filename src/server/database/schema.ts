export * from './schema/attendance.ts';
export * from './schema/classes.ts';
export * from './schema/installation.ts';
export * from './schema/limits.ts';
export * from './schema/meetings.ts';
export * from './schema/people.ts';
export * from './schema/records.ts';
export * from './schema/reminders.ts';
