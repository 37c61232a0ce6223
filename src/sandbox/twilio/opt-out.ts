export type OptOutType = 'STOP' | 'START' | 'HELP';

const words: Record<OptOutType, readonly string[]> = {
  STOP: 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' '),
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
};

/** What an account with Advanced Opt-Out may have added to them, here in Spanish. */
const addedWords: Record<OptOutType, readonly string[]> = {
  STOP: ['ALTO', 'DETENER'],
  START: ['COMENZAR'],
  HELP: ['AYUDA'],
};

/** Twilio acts on these words by itself, before the account's webhook is called: the whole reply must be one. */
export function readOptOut(reply: string, isAdvanced: boolean): OptOutType | null {
  const word = reply.trim().toUpperCase();
  const types: OptOutType[] = ['STOP', 'START', 'HELP'];
  const means = (type: OptOutType) =>
    words[type].includes(word) || (isAdvanced && addedWords[type].includes(word));
  return types.find(means) ?? null;
}

/** What Twilio answers, where nobody has put other words there. */
export const optOutReplies: Record<OptOutType, string> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};
