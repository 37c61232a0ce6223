export { editMember } from './commands.ts';
export { exportList } from './import-export/export-lists.ts';
export { importPeople } from './import-export/import-people.ts';
export { findByEmail } from './lists/queries.ts';
export { serveNotes } from './notes.ts';
export { servePeople } from './routes.ts';
export { addAdmin } from './staff/staff-commands.ts';
export { changeMember, memberChanges } from './status/change-member.ts';
export { erasePerson } from './status/erase-person.ts';
