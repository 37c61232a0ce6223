// A process knows only the messages whose files it has imported. So that every process can send, describe and retry all
// of them, this file imports each feature that defines messages.
import '../accounts/index.ts';
import '../broadcasts/index.ts';
import '../meetings/index.ts';
import '../messages/text-consent/consent.ts';
import '../reminders/index.ts';
import '../schedule/index.ts';
import '../timetable/index.ts';
import './messages.ts';

export { messages } from '../messages/define-message.ts';
