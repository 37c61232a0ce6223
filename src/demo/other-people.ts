/** The people that fill the lists of the demo; nobody signs in as one of them. */

export const teachers = ['Elena Moretti', 'Ruth Abara'];

export const students = [
  'Priya Raman',
  'Jonas Weber',
  'Leila Farouk',
  'Owen Gallagher',
  'Mei Chen',
  'Samuel Adeyemi',
  'Hannah Kowalski',
  'Diego Fuentes',
  'Ingrid Solberg',
  'Malik Johnson',
  'Chloe Dubois',
  'Arjun Mehta',
  'Rosa Delgado',
  'Ethan Park',
  'Yara Nasser',
  'William Hughes',
  'Sofia Papadakis',
  'Kenji Watanabe',
  'Grace Okafor',
  'Lukas Novak',
  'Naomi Stein',
  'Carlos Medeiros',
  'Anika Singh',
  'Patrick Doyle',
  'Thuy Nguyen',
  'Isabel Romero',
  'Viktor Petrov',
  'Abigail Turner',
  'Omar Rahimi',
  'Julia Santos',
];

export const alumni = [
  'Helen Marsh',
  'Robert Fields',
  'Fatima Zahra',
  'Peter Lindholm',
  'Joyce Banda',
  'Alejandro Ruiz',
  'Miriam Katz',
  'David Osborne',
  'Sunita Rao',
  'Claire Fontaine',
  'Tobias Keller',
  'Esther Mwangi',
  'Gregory Hale',
  'Bianca Rossi',
  'Minh Tran',
  'Laura Whitfield',
  'Ahmed Siddiqui',
  'Katarina Horvat',
  'Frances Boyd',
  'Hiroshi Mori',
  'Teresa Almeida',
  'Nathan Cole',
  'Oksana Bondar',
  'Paul Desjardins',
  'Zainab Bello',
  'Martin Sorensen',
  'Lucia Vega',
  'George Whitaker',
];

/** The reserved range goes up to 199; the accounts have the first of it, and tests the last. */
const firstPhone = 110;

export function contactsOf(fullName: string, position: number) {
  const [firstName = '', lastName = ''] = fullName.split(' ');
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@demo.test`.toLowerCase(),
    phone: `+12025550${firstPhone + position}`,
  };
}
