export const twilioAccount = {
  sid: 'AC00000000000000000000000000005a4d',
  authToken: 'sandbox-auth-token',
  loginSender: 'MG00000000000000000000000000000001',
  reminderSender: 'MG00000000000000000000000000000002',
};

const numbers: Record<string, string> = {
  [twilioAccount.loginSender]: '+12025550190',
  [twilioAccount.reminderSender]: '+12025550191',
};

/** A Messaging Service sends from a number of its own. */
export function numberOf(sender: string): string {
  return numbers[sender] ?? sender;
}

/** The ids of the Messaging Services, and the numbers that they send from. */
export const services = Object.keys(numbers);
export const ownNumbers = Object.values(numbers);

export function serviceOf(number: string): string | null {
  return Object.keys(numbers).find((service) => numbers[service] === number) ?? null;
}
