export { addAdmin } from './add-admin.ts';
export { editStudent } from './commands.ts';
export { erasePerson } from './erase-person.ts';
export { exportList } from './export-lists.ts';
export { importPeople } from './import-people.ts';
export { findByEmail } from './queries.ts';
export { renewDeadMessages } from './retry-messages.ts';
export { servePeople } from './routes.ts';
