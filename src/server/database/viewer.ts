import { type Person, people } from './schema.ts';

/** What we know of the person who sends a request. Every request reads this, and each column takes time. */
export const viewerColumns = {
  id: people.id,
  role: people.role,
  isAdmin: people.isAdmin,
  email: people.email,
  phone: people.phone,
  textPhone: people.textPhone,
  firstName: people.firstName,
  lastName: people.lastName,
  startDate: people.startDate,
  transferStudent: people.transferStudent,
  retreatContinueClicked: people.retreatContinueClicked,
  textContinueClicked: people.textContinueClicked,
  textConsent: people.textConsent,
  timeZone: people.timeZone,
  isTimeZoneChosen: people.isTimeZoneChosen,
};

export type Viewer = Pick<Person, keyof typeof viewerColumns>;
