/** The people whom one can sign in as. Phones come from the range that is reserved for fiction. */
export const accounts = [
  {
    email: 'admin@demo.test',
    role: 'admin',
    firstName: 'Amara',
    lastName: 'Osei',
    phone: '+12025550100',
    about: 'runs everything',
  },
  {
    email: 'teacher@demo.test',
    role: 'teacher',
    firstName: 'Daniel',
    lastName: 'Reyes',
    phone: '+12025550101',
    about: 'sees the dashboard, changes nothing',
  },
  {
    email: 'new-student@demo.test',
    role: 'student',
    firstName: 'Nora',
    lastName: 'Lindqvist',
    phone: '+12025550102',
    about: 'has chosen no class yet',
  },
  {
    email: 'mid-course@demo.test',
    role: 'student',
    firstName: 'Marcus',
    lastName: 'Bell',
    phone: '+12025550103',
    about: 'attended some classes and missed one',
  },
  {
    email: 'finished-picking@demo.test',
    role: 'student',
    firstName: 'Farah',
    lastName: 'Haddad',
    phone: '+12025550104',
    about: 'has chosen all classes, not yet seen the retreat page',
  },
  {
    email: 'transfer-student@demo.test',
    role: 'student',
    firstName: 'Tomás',
    lastName: 'Ibarra',
    phone: '+12025550105',
    about: 'came from another centre, skips the retreat step',
  },
  {
    email: 'alumni@demo.test',
    role: 'alumni',
    firstName: 'Aiko',
    lastName: 'Tanaka',
    phone: '+12025550106',
    about: 'finished the course',
  },
] as const;

export type DemoEmail = (typeof accounts)[number]['email'];
