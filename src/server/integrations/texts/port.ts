export interface TextMessage {
  /** In E.164. */
  to: string;
  body: string;
  /** Sign-in links and reminders have senders of their own: STOP to one leaves the other alone. */
  sender: 'login' | 'reminders';
}

/** Hands a text to the provider, or throws. */
export interface Texter {
  send(message: TextMessage): Promise<void>;
}
