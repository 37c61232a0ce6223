const signIns = [
  ['admin@demo.test', 'admin', 'Amara Osei', 'runs everything'],
  ['teacher@demo.test', 'teacher', 'Daniel Reyes', 'sees the dashboard, changes nothing'],
  ['new-student@demo.test', 'student', 'Nora Lindqvist', 'has chosen no class yet'],
  ['mid-course@demo.test', 'student', 'Marcus Bell', 'attended some classes and missed one'],
  [
    'finished-picking@demo.test',
    'student',
    'Farah Haddad',
    'has chosen all classes, not yet seen the retreat page',
  ],
  [
    'transfer-student@demo.test',
    'student',
    'Tomás Ibarra',
    'came from another center, skips the retreat step',
  ],
  ['alumni@demo.test', 'alumni', 'Aiko Tanaka', 'finished the course'],
] as const;

/** The people whom you can sign in as. */
export const accounts = signIns.map(([email, role, name, about], at) => ({
  email,
  role,
  about,
  ...namesIn(name),
  phone: phoneAt(at),
}));

export type DemoEmail = (typeof accounts)[number]['email'];

const otherNames = {
  teacher: 'Elena Moretti, Ruth Abara',
  student: `Priya Raman, Jonas Weber, Leila Farouk, Owen Gallagher, Mei Chen, Samuel Adeyemi,
    Hannah Kowalski, Diego Fuentes, Ingrid Solberg, Malik Johnson, Chloe Dubois, Arjun Mehta,
    Rosa Delgado, Ethan Park, Yara Nasser, William Hughes, Sofia Papadakis, Kenji Watanabe,
    Grace Okafor, Lukas Novak, Naomi Stein, Carlos Medeiros, Anika Singh, Patrick Doyle,
    Thuy Nguyen, Isabel Romero, Viktor Petrov, Abigail Turner, Omar Rahimi, Julia Santos`,
  alumni: `Helen Marsh, Robert Fields, Fatima Zahra, Peter Lindholm, Joyce Banda, Alejandro Ruiz,
    Miriam Katz, David Osborne, Sunita Rao, Claire Fontaine, Tobias Keller, Esther Mwangi,
    Gregory Hale, Bianca Rossi, Minh Tran, Laura Whitfield, Ahmed Siddiqui, Katarina Horvat,
    Frances Boyd, Hiroshi Mori, Teresa Almeida, Nathan Cole, Oksana Bondar, Paul Desjardins,
    Zainab Bello, Martin Sorensen, Lucia Vega, George Whitaker`,
};

/** The people that fill the lists of the demo; you cannot sign in as one of them. */
export const otherPeople = (['teacher', 'student', 'alumni'] as const)
  .flatMap((role) => otherNames[role].split(/,\s+/).map((name) => ({ role, ...namesIn(name) })))
  .map(({ role, firstName, lastName }, at) => ({
    role,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@demo.test`.toLowerCase(),
    phone: phoneAt(10 + at),
  }));

function namesIn(fullName: string) {
  const [firstName = '', lastName = ''] = fullName.split(' ');
  return { firstName, lastName };
}

/** The range from 100 to 199 is reserved for fiction. Tests use the last of it. */
function phoneAt(position: number): string {
  return `+12025550${100 + position}`;
}
